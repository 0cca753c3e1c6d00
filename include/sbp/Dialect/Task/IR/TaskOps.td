// TaskOps.td: tasks, registers, launch lists (level 3)
#ifndef TASK_OPS
#define TASK_OPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "sbp/Dialect/SBP/IR/SBPAttributes.td"

def Task_Dialect : Dialect {
  let name = "task";
  let summary = "task graphs per class of ranks: tasks, registers, launch lists";
  let description = [{
    One `task.graph` per class of ranks and entry. Tasks read and write registers; launch lists fix the order in which a stream
    issues them. Values that differ between the ranks of a class are parameters of the graph; a rank is a column of its
    `bindings`. Kernels are private functions on tensors, shared by all graphs that contain the same region.
  }];
  let cppNamespace = "::sbp::task";
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::sbp::SBPDialect"];
}

def Task_RegisterType : TypeDef<Task_Dialect, "Register"> {
  let mnemonic = "register";
  let summary = "a dense row-major buffer of a tensor type, with one or more copies";
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
}

def TaskOpInterface : OpInterface<"TaskOpInterface"> {
  let cppNamespace = "::sbp::task";
  let description = "A task: fires when its inputs are full and its outputs are free.";
  let methods = [
    InterfaceMethod<"Returns the registers that the task reads.", "::mlir::OperandRange", "getInputs">,
    InterfaceMethod<"Returns the registers that the task writes.", "::mlir::OperandRange", "getOutputs">,
    InterfaceMethod<"Returns the number of firings in one step.", "int64_t", "getFirings">,
    InterfaceMethod<"Returns the name of the communication that the task takes part in, or null.", "::mlir::FlatSymbolRefAttr",
                    "getCommunicationOrNull", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<"Returns the scratch register of the task, or null.", "::mlir::Value", "getScratchOrNull", (ins), [{}],
                    [{ return {}; }]>,
    InterfaceMethod<"Returns the duration in the simulation of the schedule, in arbitrary units.", "int64_t",
                    "getDurationOrDefault", (ins), [{}], [{ return 1; }]>,
    InterfaceMethod<"Returns the stage that the task works for in every micro-batch, or -1.", "int64_t", "getStage", (ins), [{}],
                    [{ return -1; }]>,
    InterfaceMethod<"Returns true if the task is part of the backward of its stage.", "bool", "getBackward", (ins), [{}],
                    [{ return false; }]>,
    InterfaceMethod<"Returns the stream to use if there are enough: 0 computation, 1 communication, 2 local copies.",
                    "unsigned", "getPreferredStream", (ins), [{}], [{ return 0; }]>,
  ];
}

class Task_Op<string mnemonic, list<Trait> traits = []> : Op<Task_Dialect, mnemonic, traits>;

def Task_GraphOp : Task_Op<"graph", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "the tasks of one class of ranks in an entry";
  let description = [{
    `ranks` execute it, each with its own values of the parameters: `bindings[p][i]` is parameter p of ranks[i], and
    `parameters[p]` defines its meaning. `persistent_bytes` is the size of the memory that keeps its contents between steps.

    **Constraints**
    - (C1) one list of bindings per parameter, one value per rank.
    - (C2) every task occurs in the launch lists once per firing.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$entry, DenseI64ArrayAttr:$ranks,
                       ArrayAttr:$parameters, ArrayAttr:$bindings, OptionalAttr<I64Attr>:$arena_bytes,
                       OptionalAttr<I64Attr>:$arena_lower_bound, OptionalAttr<I64Attr>:$persistent_bytes);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name `of` $entry attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Tasks in program order; a task's position is its number in launch lists.
    ::llvm::SmallVector<::sbp::task::TaskOpInterface> getTasks();
  }];
}

class Task_StorageOp<string mnemonic, dag specific = (ins)> : Task_Op<mnemonic> {
  let arguments = !con(specific, (ins OptionalAttr<SBP_DistributionAttr>:$distribution, OptionalAttr<TypeAttr>:$global_type));
  let results = (outs Task_RegisterType:$result);
}

def Task_RegisterOp : Task_StorageOp<"register", (ins Optional<Task_RegisterType>:$alias_of,
    DefaultValuedAttr<I64Attr, "1">:$copies, DefaultValuedAttr<I64Attr, "1">:$tokens, OptionalAttr<I64Attr>:$offset,
    OptionalAttr<I64Attr>:$stride)> {
  let summary = "a buffer in the rank's arena, or the storage of another register";
  let description = [{
    `copies` buffers, `stride` bytes apart from `offset` on; token t of a step uses copy t mod copies (credits). With
    `alias_of` it is the storage of another register: written in place, or a view of equal bytes if nothing writes it.
  }];
  let assemblyFormat = "(`alias` $alias_of^ `:` type($alias_of))? attr-dict `:` type($result)";
}

def Task_InputOp : Task_StorageOp<"input", (ins I64Attr:$port)> {
  let summary = "the rank's piece of an argument of the entry";
  let assemblyFormat = "$port attr-dict `:` type($result)";
}

def Task_StateOp : Task_StorageOp<"state", (ins StrAttr:$state, I64Attr:$port)> {
  let summary = "the rank's piece of a named state, updated in place";
  let assemblyFormat = "$state attr-dict `:` type($result)";
}

def Task_ConstantOp : Task_StorageOp<"constant", (ins ElementsAttr:$value)> {
  let summary = "the rank's piece of a constant";
  let assemblyFormat = "attr-dict `:` type($result)";
}

class Task_ActorOp<string mnemonic, list<string> overrides = []>
    : Task_Op<mnemonic, [AttrSizedOperandSegments, DeclareOpInterfaceMethods<TaskOpInterface, overrides>]>;

def Task_ComputeOp : Task_ActorOp<"compute", ["getScratchOrNull", "getDurationOrDefault"]> {
  let summary = "runs a kernel on registers";
  let description = [{
    `parameters` are indices of the graph's parameters, in the order of the kernel's index arguments. `in_place` lists
    pairs (output, input) that share storage. A task of every micro-batch belongs to a `stage` of the pipeline, to its forward or
    to its `backward`; -1 means none. `persistent` is the offset of the kernel's persistent bytes in those of the graph.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Task_RegisterType>:$inputs, Variadic<Task_RegisterType>:$outputs,
                       Optional<Task_RegisterType>:$scratch, OptionalAttr<I64Attr>:$persistent, DenseI64ArrayAttr:$parameters,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$in_place, DefaultValuedAttr<I64Attr, "1">:$firings,
                       DefaultValuedAttr<I64Attr, "1">:$duration, DefaultValuedAttr<I64Attr, "-1">:$stage,
                       DefaultValuedAttr<BoolAttr, "false">:$backward);
  let assemblyFormat = [{
    $kernel `(` $inputs `)` `->` `(` $outputs `)` (`scratch` $scratch^ `:` type($scratch))? attr-dict `:`
    functional-type($inputs, $outputs)
  }];
}

def Task_CollectiveOp : Task_ActorOp<"collective", ["getCommunicationOrNull", "getPreferredStream", "getDurationOrDefault"]> {
  let summary = "takes part in a communication";
  let arguments = (ins FlatSymbolRefAttr:$communication, Variadic<Task_RegisterType>:$inputs,
                       Variadic<Task_RegisterType>:$outputs, DefaultValuedAttr<I64Attr, "1">:$firings);
  let assemblyFormat = [{
    $communication `(` $inputs `)` `->` `(` $outputs `)` attr-dict `:` functional-type($inputs, $outputs)
  }];
}

def Task_CopyOp : Task_ActorOp<"copy", ["getPreferredStream"]> {
  let summary = "copies a register, or the part of it inside of the output's box";
  let arguments = (ins Variadic<Task_RegisterType>:$inputs, Variadic<Task_RegisterType>:$outputs,
                       DefaultValuedAttr<I64Attr, "1">:$firings);
  let assemblyFormat = [{
    $inputs `->` $outputs attr-dict `:` type($inputs) `->` type($outputs)
  }];
}

def Task_OutputOp : Task_Op<"output"> {
  let summary = "the rank's piece of a result of the entry; valid until the step ends";
  let arguments = (ins I64Attr:$port, Task_RegisterType:$input);
  let assemblyFormat = "$port `,` $input attr-dict `:` type($input)";
}

def Task_LaunchOp : Task_Op<"launch"> {
  let summary = "the launch list of a stream";
  let description = "Entry i issues task `tasks[i]` for micro-batch `micro_batches[i]`.";
  let arguments = (ins I64Attr:$stream, DenseI64ArrayAttr:$tasks, DenseI64ArrayAttr:$micro_batches);
  let assemblyFormat = "`stream` $stream `tasks` $tasks `micro_batches` $micro_batches attr-dict";
}

#endif // TASK_OPS
