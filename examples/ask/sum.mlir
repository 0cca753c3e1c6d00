// The sum of eight partial values on two hosts of four devices (docs/HowTo/DescribeTheLinks.md).
sbp.placement @mesh ["host" = 2, "device" = 4]
func.func @main(
    %x: tensor<1024x1024xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [P, P]>})
    -> (tensor<1024x1024xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [B, B]>}) {
  return %x : tensor<1024x1024xf32>
}
