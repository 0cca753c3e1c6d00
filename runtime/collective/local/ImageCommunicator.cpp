// ImageCommunicator.cpp: staging of device values through host images
#include "ImageCommunicator.h"

using namespace sbp;

Result<uint32_t> ImageCommunicator::open(uint32_t communication, uint32_t rank,
                                         const ChannelRegisters &registers) {
  const Participant &member =
      patterns.get()[patterns.of(communication)].participants[rank];
  size_t width =
      artifact::getByteWidth(program.plan.communications[communication]->dtype);
  uint32_t number = channels.size();
  Channel &channel = channels.emplace_back();
  SBP_ASSIGN_OR_RETURN(channel.inner,
                       inner->open(communication, rank, registers));
  Device &device = deviceOf(rank);
  if (device.sharesHostMemory())
    return number;
  channel.hasIn = member.in.has_value();
  channel.hasOut = member.out.has_value();
  channel.isInPlace = member.inPlace;
  if (channel.hasIn)
    channel.in.resize(member.in->elements() * width);
  if (channel.hasOut)
    channel.outBytes = member.out->elements() * width;
  if (!channel.isInPlace)
    channel.out.resize(channel.outBytes);
  SBP_ASSIGN_OR_RETURN(channel.event, device.createEvent());
  return number;
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

Result<bool> ImageCommunicator::progress(uint32_t number) {
  Channel &channel = channels[number];
  if (!channel.event)
    return inner->progress(channel.inner);
  Queue &queue = *channel.queue;
  // The host may read the image once the device has written it.
  if (!channel.arrived) {
    SBP_ASSIGN_OR_RETURN(bool reached, queue.query(*channel.event));
    if (!reached)
      return false;
    channel.arrived = true;
    SBP_RETURN_IF_FAILED(inner->arrive(
        channel.inner, channel.hasIn ? channel.in.data() : nullptr,
        channel.hasOut ? channel.getOut() : nullptr, queue));
  }
  SBP_ASSIGN_OR_RETURN(bool complete, inner->progress(channel.inner));
  // The image may be reused: the next instance arrives after this copy on the
  // queue, and its event is queried before the image is written again.
  if (complete && channel.outBytes > 0)
    SBP_RETURN_IF_FAILED(
        queue.copyIn(channel.target, channel.getOut(), channel.outBytes));
  return complete;
}
