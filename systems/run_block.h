#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "tactus/systems/block_error.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Runs a function of a block's author. Whatever std::exception it throws
/// leaves as a BlockError that says which block, and what it was doing:
/// "block 'arm': computing output 'pose': ...". An error that has passed
/// through another block already names that one and is left alone.
template <class Function>
void RunBlock(const LeafSystem& leaf, std::string_view task,
              std::string_view port, Function&& function) {
  try {
    function();
  } catch (const BlockError&) {
    throw;
  } catch (const std::exception& error) {
    std::string where(task);
    if (!port.empty()) where += " '" + std::string(port) + "'";
    std::throw_with_nested(
        BlockError(leaf.name(), where + ": " + error.what()));
  }
}

}  // namespace tactus::systems
