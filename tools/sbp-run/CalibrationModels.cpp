// CalibrationModels.cpp: the text of small models that rates are measured by
#include "CalibrationModels.h"
#include <initializer_list>

using namespace sbp;
using namespace sbp::run;

static std::string tensor(std::initializer_list<int64_t> shape,
                          const char *type = "f32") {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + type + ">";
}

std::string models::makeProduct(int64_t m, int64_t n, int64_t k) {
  std::string a = tensor({m, k}), b = tensor({k, n}), c = tensor({m, n});
  return "func.func @main(%a: " + a + ", %b: " + b + ") -> " + c +
         " {\n  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : " +
         c + "\n  %f = linalg.fill ins(%zero : f32) outs(%e : " + c + ") -> " +
         c + "\n  %y = linalg.matmul ins(%a, %b : " + a + ", " + b +
         ") outs(%f : " + c + ") -> " + c + "\n  return %y : " + c + "\n}\n";
}

std::string models::makeCalls(int64_t count) {
  std::string t = tensor({4, 4}), last = "%a";
  std::string text =
      "func.func @main(%a: " + t + ", %b: " + t + ") -> " + t +
      " {\n  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : " + t +
      "\n  %f = linalg.fill ins(%zero : f32) outs(%e : " + t + ") -> " + t +
      "\n";
  for (int64_t i = 0; i < count; ++i) {
    std::string next = "%y" + std::to_string(i);
    text += "  " + next + " = linalg.matmul ins(" + last + ", %b : " + t +
            ", " + t + ") outs(%f : " + t + ") -> " + t + "\n";
    last = next;
  }
  return text + "  return " + last + " : " + t + "\n}\n";
}

std::string models::makeFill(int64_t rows, int64_t columns) {
  std::string y = tensor({rows, columns});
  return "func.func @main() -> " + y +
         " {\n  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : " +
         y + "\n  %y = linalg.fill ins(%zero : f32) outs(%e : " + y + ") -> " +
         y + "\n  return %y : " + y + "\n}\n";
}

std::string models::makeAttention(int64_t heads, int64_t length,
                                  int64_t width) {
  std::string x = tensor({1, heads, length, width});
  std::string l = tensor({1, heads, length});
  return "func.func @main(%q: " + x + ", %k: " + x + ", %v: " + x + ") -> " +
         x +
         " {\n  %y, %l = nn.attention %q, %k, %v {scale = 0.125 : f64} : (" +
         x + ", " + x + ", " + x + ") -> (" + x + ", " + l +
         ")\n  return %y : " + x + "\n}\n";
}

std::string models::makeTopK(int64_t rows, int64_t columns, int64_t k) {
  std::string x = tensor({rows, columns}), y = tensor({rows, k});
  std::string i = tensor({rows, k}, "i32");
  return "func.func @main(%x: " + x + ") -> " + y +
         " {\n  %y, %i = nn.top_k %x {axis = 1 : i64, k = " +
         std::to_string(k) + " : i64} : (" + x + ") -> (" + y + ", " + i +
         ")\n  return %y : " + y + "\n}\n";
}

std::string models::makeElementwise(int64_t n, const std::string &body,
                                    int64_t ranks) {
  std::string x = tensor({n});
  std::string annotation =
      ranks == 1 ? "" : " {sbp.distribution = #sbp.distribution<@p, [S(0)]>}";
  return "sbp.placement @p [\"x\" = " + std::to_string(ranks) +
         "]\n#map = affine_map<(d0) -> (d0)>\nfunc.func @main(%x: " + x +
         annotation + ") -> (" + x + annotation +
         ") {\n  %e = tensor.empty() : " + x +
         "\n  %y = linalg.generic {indexing_maps = [#map, #map], "
         "iterator_types = [\"parallel\"]} ins(%x : " +
         x + ") outs(%e : " + x + ") {\n  ^bb0(%in: f32, %out: f32):\n" + body +
         "    linalg.yield %v : f32\n  } -> " + x + "\n  return %y : " + x +
         "\n}\n";
}

std::string models::makeArithmetic(int64_t count) {
  std::string text, last = "%in";
  for (int64_t i = 1; i <= count; ++i) {
    std::string next = i == count ? "%v" : "%a" + std::to_string(i);
    text += "    " + next + " = arith." + (i % 2 ? "mulf " : "addf ") + last +
            ", %in : f32\n";
    last = next;
  }
  return text;
}

std::string models::makeRows(int64_t rows, int64_t columns) {
  std::string x = tensor({rows, columns}), y = tensor({rows});
  return "func.func @main(%x: " + x + ") -> " + y +
         " {\n  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : " +
         y + "\n  %f = linalg.fill ins(%zero : f32) outs(%e : " + y + ") -> " +
         y + "\n  %y = linalg.reduce ins(%x : " + x + ") outs(%f : " + y +
         ") dimensions = [1]\n    (%in: f32, %sum: f32) {\n      %s = "
         "arith.addf %sum, %in : f32\n      linalg.yield %s : f32\n    }\n"
         "  return %y : " +
         y + "\n}\n";
}

std::string models::makeGather(int64_t rows, int64_t width, int64_t taken) {
  std::string x = tensor({rows, width}), y = tensor({taken, width});
  std::string ids = tensor({taken}, "i32");
  return "func.func @main(%x: " + x + ", %i: " + ids + ") -> " + y +
         " {\n  %y = nn.gather %x, %i {axis = 0 : i64} : (" + x + ", " + ids +
         ") -> " + y + "\n  return %y : " + y + "\n}\n";
}

/// An op on `slots` rows a token of a table.
static std::string makeRowOp(const char *op, int64_t rows, int64_t width,
                             const std::string &i, const std::string &operand,
                             const std::string &y) {
  std::string x = tensor({rows, width});
  return "func.func @main(%x: " + x + ", %i: " + i + ", %z: " + operand +
         ") -> " + y + " {\n  %y = memory_layer." + op + " %x, %i, %z : (" + x +
         ", " + i + ", " + operand + ") -> " + y + "\n  return %y : " + y +
         "\n}\n";
}

std::string models::makeBag(int64_t rows, int64_t width, int64_t tokens,
                            int64_t slots) {
  return makeRowOp("bag", rows, width, tensor({tokens, slots}, "i32"),
                   tensor({tokens, slots}), tensor({tokens, width}));
}

std::string models::makeRowDot(int64_t rows, int64_t width, int64_t tokens,
                               int64_t slots) {
  return makeRowOp("row_dot", rows, width, tensor({tokens, slots}, "i32"),
                   tensor({tokens, width}), tensor({tokens, slots}));
}

std::string models::makeBoxing(int64_t ranks, int64_t rows, const char *from,
                               const char *to) {
  std::string x = tensor({rows, 256});
  auto annotate = [](const char *component) {
    return std::string(" {sbp.distribution = #sbp.distribution<@p, [") +
           component + "]>}";
  };
  return "sbp.placement @p [\"x\" = " + std::to_string(ranks) +
         "]\nfunc.func @main(%x: " + x + annotate(from) + ") -> (" + x +
         annotate(to) + ") {\n  return %x : " + x + "\n}\n";
}
