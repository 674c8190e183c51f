// What libFuzzer calls. One program per importer, whose name is a macro.
#include <cstddef>
#include <cstdint>

#include "fuzz/importers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const tactus::test::Importer importer =
      tactus::test::FindImporter(TACTUS_IMPORTER);
  importer.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
