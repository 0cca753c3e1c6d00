// ImageCommunicator.cpp: staging of device values through host images
#include "ImageCommunicator.h"

using namespace sbp;

Status ImageCommunicator::open(uint32_t communication, uint32_t rank,
                               const ChannelRegisters &registers,
                               uint32_t &number) {
  const Participant &member =
      patterns.get()[patterns.of(communication)].participants[rank];
  size_t width =
      artifact::getByteWidth(program.plan.communications[communication]->dtype);
  number = channels.size();
  channels.emplace_back();
  Channel &channel = channels.back();
  Device &device = deviceOf(rank);
  if (device.isHost())
    return inner->open(communication, rank, registers, channel.inner);
  channel.hasIn = member.in.has_value();
  channel.hasOut = member.out.has_value();
  channel.isInPlace = member.inPlace;
  if (channel.hasIn)
    channel.in.resize(member.in->elements() * width);
  if (channel.hasOut)
    channel.outBytes = member.out->elements() * width;
  if (!channel.isInPlace)
    channel.out.resize(channel.outBytes);
  SBP_RETURN_IF_FAILED(device.createEvent(channel.event));
  return inner->open(communication, rank, registers, channel.inner);
}

Status ImageCommunicator::arrive(uint32_t number, const void *in, void *out,
                                 Queue &queue) {
  Channel &channel = channels[number];
  if (!channel.event)
    return inner->arrive(channel.inner, in, out, queue);
  channel.target = out;
  channel.queue = &queue;
  channel.arrived = false;
  if (!channel.in.empty())
    SBP_RETURN_IF_FAILED(
        queue.copyOut(channel.in.data(), in, channel.in.size()));
  return queue.record(*channel.event);
}

Status ImageCommunicator::progress(uint32_t number, bool &complete) {
  Channel &channel = channels[number];
  if (!channel.event)
    return inner->progress(channel.inner, complete);
  Queue &queue = *channel.queue;
  complete = false;
  // The host may read the image once the device has written it.
  if (!channel.arrived) {
    bool reached = false;
    SBP_RETURN_IF_FAILED(queue.query(*channel.event, reached));
    if (!reached)
      return {};
    channel.arrived = true;
    SBP_RETURN_IF_FAILED(inner->arrive(
        channel.inner, channel.hasIn ? channel.in.data() : nullptr,
        channel.hasOut ? channel.getOut() : nullptr, queue));
  }
  SBP_RETURN_IF_FAILED(inner->progress(channel.inner, complete));
  // The image may be reused: the next instance arrives behind this copy on the
  // queue, and its event is queried before the image is written again.
  if (complete && channel.outBytes > 0)
    SBP_RETURN_IF_FAILED(
        queue.copyIn(channel.target, channel.getOut(), channel.outBytes));
  return {};
}
