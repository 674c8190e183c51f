#pragma once

#include <stdexcept>
#include <string>

namespace tactus::systems {

/// Something went wrong inside a block: it threw, it evaluated an input that
/// has no value, or it read what it had not declared. `what()` starts with the
/// block's name. When the block itself threw, that exception is nested.
class BlockError : public std::runtime_error {
 public:
  BlockError(std::string block, const std::string& message)
      : std::runtime_error("block '" + block + "': " + message),
        block_(std::move(block)) {}

  const std::string& block() const { return block_; }

 private:
  std::string block_;
};

}  // namespace tactus::systems
