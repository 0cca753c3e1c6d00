// ElementType.h: the table of the element types of tensors
//
// Compiler and runtime read names, sizes and numbers of element types here
// instead of switching over them. A further type is a value of DType in
// plan.fbs, a row of the table (runtime/artifact/ElementType.cpp), a C++ type
// (ElementStorage.h) and an MLIR type (lib/Interfaces/ElementTypes.cpp).
#ifndef SBP_RUNTIME_ELEMENTTYPE_H
#define SBP_RUNTIME_ELEMENTTYPE_H

#include "sbp_runtime.h"
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sbp {

namespace plan {
enum class DType : uint8_t; // plan.fbs
} // namespace plan

/// The kind of numbers that a type holds. A boolean is 0 or 1.
enum class NumberKind : uint8_t { Float, Integer, Boolean };

/// One row of the table. Rows are constants of the program.
struct ElementType {
  plan::DType dtype; ///< in plans
  const char *name;  ///< in MLIR, literals and messages: "f32"
  sbp_dtype code;    ///< in sbp_runtime.h
  NumberKind kind;
  uint32_t bytes;          ///< of an element in memory
  double epsilon;          ///< from 1 to the next number; 0 where not a float
  const char *npy;         ///< descriptor of .npy files that are written
  const char *safetensors; ///< name in safetensors files
  /// The ncclDataType_t with which NCCL reduces elements as this runtime does,
  /// signed and unsigned; kNoNccl where it cannot.
  int nccl, ncclUnsigned;
  /// Whether ops compute with elements. Those of other types are stored, moved
  /// and cast.
  bool hasArithmetic = true;

  static constexpr int kNoNccl = -1;

  bool isFloat() const { return kind == NumberKind::Float; }
  bool isBoolean() const { return kind == NumberKind::Boolean; }

  /// Returns all rows, in the order of DType.
  static std::span<const ElementType> all();
  /// Returns the row of a type, which must be one of the table.
  static const ElementType &of(plan::DType dtype);
  /// Returns the row of a type that comes from a file; null where the file
  /// names a type that is not in the table.
  static const ElementType *find(plan::DType dtype);
  /// Returns the row of a name such as "f32"; null for another text.
  static const ElementType *find(std::string_view name);
  /// Returns the names of all types with `separator` between them and
  /// `lastSeparator` before the last one, for messages.
  static std::string list(std::string_view separator,
                          std::string_view lastSeparator);
};

} // namespace sbp

#endif // SBP_RUNTIME_ELEMENTTYPE_H
