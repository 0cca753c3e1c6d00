// Precompiled.h: precompiled header of the CUDA target
//
// The headers of the LLVM and NVVM dialects take 16 s to read, which nearly all
// files of this folder need. Not included by name anywhere.
#pragma once
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "sbp/Precompiled.h"
#include "llvm/Support/FormatVariadic.h"
