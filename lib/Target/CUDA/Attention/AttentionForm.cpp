// AttentionForm.cpp: the sizes of an attention on tensor cores, and its maps
#include "AttentionForm.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Most columns of a tile: accumulators are registers.
static constexpr int64_t kMaxWidth = 128;
/// Bytes of an element, and what strides in bytes are multiples of.
static constexpr int64_t kBytes = 2, kStrideBytes = 16;

/// Reads the operands and attributes that nn.attention and its gradient share.
template <typename Op> static std::optional<AttentionForm> findForm(Op op) {
  AttentionForm form;
  form.element = getElementTypeOrSelf(op.getQuery());
  if (!form.element.isBF16() && !form.element.isF16())
    return std::nullopt;
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape(),
                    k = getTensorType(op.getKey()).getShape();
  form.batch = q[0];
  form.heads = q[1];
  form.groups = k[1];
  form.queries = q[2];
  form.keys = k[2];
  form.width = q[3];
  form.valueWidth = getTensorType(op.getValue()).getDimSize(3);
  form.sharedHeads = op.getNumSharedHeads();
  form.scale = op.getScale().convertToDouble();
  form.window = op.getKeyWindow();
  form.skipsHidden = op.getWindow().has_value();
  form.mask = op.getMask();
  form.firstQuery = op.getFirstQuery();
  form.firstKey = op.getFirstKey();
  for (int64_t extent : {form.batch, form.heads, form.groups, form.queries,
                         form.keys, form.width, form.valueWidth})
    if (extent == 0 || extent > INT32_MAX / 4)
      return std::nullopt;
  // Coordinates of tiles and their numbers are counted in 32 bits.
  if (form.batch * form.heads > INT32_MAX / 4 / form.queries)
    return std::nullopt;
  for (int64_t one : {form.width, form.valueWidth})
    if (one > kMaxWidth || one * kBytes % kStrideBytes)
      return std::nullopt;
  return form;
}

std::optional<AttentionForm> AttentionForm::find(nn::AttentionOp op) {
  std::optional<AttentionForm> form = findForm(op);
  if (form) {
    form->offset = op.getStaticOffset();
    form->firstHead = op.getFirstHead();
  }
  return form;
}

std::optional<AttentionForm> AttentionForm::find(nn::AttentionGradientOp op) {
  std::optional<AttentionForm> form = findForm(op);
  if (form && !op.getFirstQuery() && !op.getFirstKey())
    form->offset = op.getDefaultFirstQuery();
  return form;
}

AttentionForm AttentionForm::transpose() const {
  AttentionForm form = *this;
  std::swap(form.queries, form.keys);
  form.isTransposed = !isTransposed;
  if (window)
    form.window = nn::KeyWindow{window->forward, window->back};
  if (offset)
    form.offset = -*offset;
  return form;
}

int64_t AttentionForm::countWidthBlocks() const {
  return llvm::divideCeil(width, kBlockColumns);
}
int64_t AttentionForm::countValueBlocks() const {
  return llvm::divideCeil(valueWidth, kBlockColumns);
}

void AttentionForm::packHeads() {
  if (queries != 1 || mask || firstHead || heads != groups * sharedHeads)
    return;
  queries = sharedHeads;
  heads = groups;
  sharedHeads = 1;
  isPacked = true;
}

TensorMapShape AttentionForm::getMap(ArrayRef<int64_t> shape, int64_t rows) {
  TensorMapShape map;
  map.elementBytes = kBytes;
  map.swizzleBytes = 128;
  map.extents = {shape[3], shape[2], shape[0] * shape[1]};
  map.strides = {shape[3] * kBytes, shape[2] * shape[3] * kBytes};
  map.box = {kBlockColumns, rows, 1};
  return map;
}
