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

    ```mlir
    func.func private @main(tensor<4xf32>) -> tensor<4xf32>
    func.func private @negate(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = arith.negf %x : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    // One task, issued once on stream 0.
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = [], arena_bytes = 256 : i64} {
      %x = task.input 0 : <tensor<4xf32>>
      %y = task.register {offset = 0 : i64, stride = 256 : i64} : <tensor<4xf32>>
      task.compute @negate(%x) -> (%y) {parameters = array<i64>} : (!task.register<tensor<4xf32>>) -> !task.register<tensor<4xf32>>
      task.output 0, %y : <tensor<4xf32>>
      task.launch stream 0 tasks [0] micro_batches [0]
    }
    ```

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

    ```mlir
    func.func private @main(tensor<4xf32>)
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
      // Two copies, 256 bytes apart, so that two micro-batches are in flight; and a view of the same bytes.
      %x = task.register {copies = 2 : i64, tokens = 4 : i64, offset = 0 : i64, stride = 256 : i64} : <tensor<2x2xf32>>
      %flat = task.register alias %x : !task.register<tensor<2x2xf32>> {copies = 2 : i64, tokens = 4 : i64} : <tensor<4xf32>>
    }
    ```
  }];
  let assemblyFormat = "(`alias` $alias_of^ `:` type($alias_of))? attr-dict `:` type($result)";
}

def Task_InputOp : Task_StorageOp<"input", (ins I64Attr:$port)> {
  let summary = "the rank's piece of an argument of the entry";
  let description = [{
    `port` is the number of the argument; the distribution states which piece of it the register holds.

    ```mlir
    sbp.placement @line ["p" = 2]
    func.func private @main(tensor<8xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0, 1>, parameters = [], bindings = []} {
      // Half of argument 0.
      %x = task.input 0 {distribution = #sbp.distribution<@line, [S(0)]>, global_type = tensor<8xf32>} : <tensor<4xf32>>
    }
    ```
  }];
  let assemblyFormat = "$port attr-dict `:` type($result)";
}

def Task_StateOp : Task_StorageOp<"state", (ins StrAttr:$state, I64Attr:$port)> {
  let summary = "the rank's piece of a named state, updated in place";
  let description = [{
    `port` is the number of the argument that has this `sbp.state`.

    ```mlir
    func.func private @main(tensor<4xf32> {sbp.state = "w"}) -> (tensor<4xf32> {sbp.state = "w"})
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
      %w = task.state "w" {port = 0 : i64} : <tensor<4xf32>>
      task.output 0, %w : <tensor<4xf32>>
    }
    ```
  }];
  let assemblyFormat = "$state attr-dict `:` type($result)";
}

def Task_ConstantOp : Task_StorageOp<"constant", (ins ElementsAttr:$value)> {
  let summary = "the rank's piece of a constant";
  let description = [{
    `value` is the piece that the ranks of the class hold.

    ```mlir
    func.func private @main() -> tensor<2xf32>
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
      %c = task.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : <tensor<2xf32>>
      task.output 0, %c : <tensor<2xf32>>
    }
    ```
  }];
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

    ```mlir
    func.func private @main(tensor<4xf32>)
    func.func private @offset(%x: tensor<4xf32>, %first: index) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    sbp.placement @line ["p" = 2]
    task.graph @main.class0 of @main attributes {
        ranks = array<i64: 0, 1>, parameters = [#sbp.offset<dim 0 of tensor<8xf32> at <@line, [S(0)]>>], bindings = [array<i64: 0, 4>]} {
      %x = task.input 0 : <tensor<4xf32>>
      %y = task.register : <tensor<4xf32>>
      // The kernel's index argument is parameter 0 of the graph; the result is written in place of the input.
      task.compute @offset(%x) -> (%y) {parameters = array<i64: 0>, in_place = array<i64: 0, 0>, duration = 5 : i64}
          : (!task.register<tensor<4xf32>>) -> !task.register<tensor<4xf32>>
      task.launch stream 0 tasks [0] micro_batches [0]
    }
    ```
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
  let description = [{
    Every member of the communication has such a task.

    ```mlir
    sbp.placement @line ["p" = 2]
    sbp.communication @main.c0 "all_reduce" of tensor<4xf32> {
      entry = @main, sequence = 0 : i64, combiner = "sum",
      from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [B]>, groups = [array<i64: 0, 1>], counts = [array<i64: 2, 2>],
      transfers = [#sbp.transfer<combine [0] to [4] : [0, 1] -> [0, 1]>]}
    func.func private @main(tensor<4xf32>)
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0, 1>, parameters = [], bindings = []} {
      %x = task.input 0 : <tensor<4xf32>>
      %sum = task.register : <tensor<4xf32>>
      task.collective @main.c0(%x) -> (%sum) : (!task.register<tensor<4xf32>>) -> !task.register<tensor<4xf32>>
      task.launch stream 0 tasks [0] micro_batches [0]
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$communication, Variadic<Task_RegisterType>:$inputs,
                       Variadic<Task_RegisterType>:$outputs, DefaultValuedAttr<I64Attr, "1">:$firings);
  let assemblyFormat = [{
    $communication `(` $inputs `)` `->` `(` $outputs `)` attr-dict `:` functional-type($inputs, $outputs)
  }];
}

def Task_CopyOp : Task_ActorOp<"copy", ["getPreferredStream"]> {
  let summary = "copies a register, or the part of it inside of the output's box";
  let description = [{
    ```mlir
    func.func private @main(tensor<4xf32>) -> tensor<4xf32>
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
      %x = task.input 0 : <tensor<4xf32>>
      %y = task.register : <tensor<4xf32>>
      task.copy %x -> %y : !task.register<tensor<4xf32>> -> !task.register<tensor<4xf32>>
      task.output 0, %y : <tensor<4xf32>>
      task.launch stream 0 tasks [0] micro_batches [0]
    }
    ```
  }];
  let arguments = (ins Variadic<Task_RegisterType>:$inputs, Variadic<Task_RegisterType>:$outputs,
                       DefaultValuedAttr<I64Attr, "1">:$firings);
  let assemblyFormat = [{
    $inputs `->` $outputs attr-dict `:` type($inputs) `->` type($outputs)
  }];
}

def Task_OutputOp : Task_Op<"output"> {
  let summary = "the rank's piece of a result of the entry; valid until the step ends";
  let description = [{
    It names the register that holds the piece. It is no task and stands in no launch list.

    ```mlir
    func.func private @main(tensor<4xf32>) -> tensor<4xf32>
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
      %x = task.input 0 : <tensor<4xf32>>
      task.output 0, %x : <tensor<4xf32>>
    }
    ```
  }];
  let arguments = (ins I64Attr:$port, Task_RegisterType:$input);
  let assemblyFormat = "$port `,` $input attr-dict `:` type($input)";
}

def Task_LaunchOp : Task_Op<"launch"> {
  let summary = "the launch list of a stream";
  let description = [{
    Entry i issues task `tasks[i]` for micro-batch `micro_batches[i]`.

    ```mlir
    func.func private @main(tensor<4xf32>)
    func.func private @forward(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
      %x = task.input 0 : <tensor<4xf32>>
      %y = task.register {tokens = 2 : i64} : <tensor<4xf32>>
      task.compute @forward(%x) -> (%y) {parameters = array<i64>, firings = 2 : i64}
          : (!task.register<tensor<4xf32>>) -> !task.register<tensor<4xf32>>
      // Task 0 for micro-batch 0, then for micro-batch 1.
      task.launch stream 0 tasks [0, 0] micro_batches [0, 1]
    }
    ```
  }];
  let arguments = (ins I64Attr:$stream, DenseI64ArrayAttr:$tasks, DenseI64ArrayAttr:$micro_batches);
  let assemblyFormat = "`stream` $stream `tasks` $tasks `micro_batches` $micro_batches attr-dict";
}

#endif // TASK_OPS
