// Every wrong input is one message and exit code 1.
// RUN: not sbp-interpret %s --input x=2xf32=1 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not sbp-interpret %s --input x=2xf16=1,2 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not sbp-interpret %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sbp-interpret %s --input z=2xf32=1,2 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sbp-interpret %s --input x=2xf32=1,2 --output z=@%t.npy 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not sbp-interpret %s --input x=@%t.does-not-exist 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not sbp-interpret %s --entry=other 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not sbp-interpret %s --input x=2xf32=1,2 --steps=0 2>&1 | FileCheck %s --check-prefix=STEPS
// COUNT: error: --input x: literal of 2xf32 needs 2 values but has 1
// TYPE: error: argument 'x' is 2xf32, but --input gives 2xf16
// NONE: error: argument 'x' (2xf32) has no value; give --input x=@FILE.npy
// NAME: error: --input: no argument is named 'z'; expected one of x, w
// OUTPUT: error: --output: no result is named 'z'; expected one of y, w
// FILE: error: cannot open {{.*}}.does-not-exist: No such file or directory
// ENTRY: error: no entry 'other'; expected one of main
// STEPS: error: --steps is 0, but at least one step is run

// Files appear together: where one cannot be written, none does.
// RUN: rm -rf %t.together && mkdir -p %t.together/folder
// RUN: not sbp-interpret %s --input x=2xf32=1,2 --output y=@%t.together/y.npy --save-state=%t.together/folder 2>&1 | FileCheck %s --check-prefix=TOGETHER
// TOGETHER: error: cannot write {{.*}}folder: Is a directory
// RUN: not ls %t.together/y.npy

// A truncated file, a file with bytes behind its data, a bool that is none.
// RUN: %python -c "import numpy as np; np.save(r'%t.x.npy', np.zeros(2, np.float32)); d = open(r'%t.x.npy', 'rb').read(); open(r'%t.short.npy', 'wb').write(d[:-1]); open(r'%t.long.npy', 'wb').write(d + b'x')"
// RUN: not sbp-interpret %s --input x=@%t.short.npy 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not sbp-interpret %s --input x=@%t.long.npy 2>&1 | FileCheck %s --check-prefix=LONG
// SHORT: 2xf32 needs 8 bytes of data but the file has 7
// RUN: %python -c "d = open(r'%t.x.npy', 'rb').read(); open(r'%t.tuple.npy', 'wb').write(d.replace(b'(2,)', b'(2 )'))"
// RUN: not sbp-interpret %s --input x=@%t.tuple.npy 2>&1 | FileCheck %s --check-prefix=TUPLE
// TUPLE: error:{{.*}}tuple.npy
// LONG: 2xf32 needs 8 bytes of data but the file has 9

// The state is updated between steps, saved, and read again; a leading dim of N is fed one slice a step.
// RUN: %python -c "import numpy as np; np.save(r'%t.steps.npy', np.asfortranarray(np.array([[1, 2], [3, 4], [5, 6]], np.float32)))"
// RUN: sbp-interpret %s --input x=@%t.steps.npy --steps=3 --output y=@%t.y.npy:all --save-state=%t.s.safetensors
// RUN: %python -c "import numpy as np; assert np.load(r'%t.y.npy').tolist() == [[11, 22], [14, 26], [19, 32]]"
// RUN: sbp-interpret %s --input x=2xf32=0,1 --weights=%t.s.safetensors | FileCheck %s --check-prefix=AGAIN
// AGAIN: y: 2xf32 min 19 max 33
func.func @main(%x: tensor<2xf32> {sbp.name = "x"}, %w: tensor<2xf32> {sbp.state = "w", sbp.init = dense<[10.0, 20.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {sbp.name = "y"}, tensor<2xf32> {sbp.state = "w"}) {
  %y = arith.addf %x, %w : tensor<2xf32>
  return %y, %y : tensor<2xf32>, tensor<2xf32>
}
