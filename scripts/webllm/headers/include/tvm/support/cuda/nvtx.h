// NVTX marks ranges for NVIDIA's profiler. There is none in a browser: the range does nothing.
#pragma once
#include <string>

namespace tvm {
namespace support {

struct NVTXScopedRange {
  explicit NVTXScopedRange(const std::string&) {}
};

}  // namespace support
}  // namespace tvm

#define TVM_NVTX_FUNC_SCOPE()
