#include "tactus/systems/vector_log_sink.h"

#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {

void VectorLog::Append(double time, const VectorRef& sample) {
  if (sample.size() != size_) {
    throw std::invalid_argument(fmt::format(
        "a log of vectors of {} cannot take one of {}", size_, sample.size()));
  }
  times_.push_back(time);
  data_.insert(data_.end(), sample.begin(), sample.end());
}

void VectorLog::Clear() {
  times_.clear();
  data_.clear();
}

VectorLogSink::VectorLogSink(std::string name, int size, double period,
                             double offset)
    : LeafSystem(std::move(name)) {
  u_ = DeclareVectorInputPort("u", size);
  DeclareRecord(VectorLog(size));
  if (period == kEveryStep) {
    DeclarePerStepPublish(&VectorLogSink::Sample);
  } else {
    DeclarePeriodicPublish(period, &VectorLogSink::Sample, offset);
  }
}

const VectorLog& VectorLogSink::FindLog(const Context& context) const {
  return context.of(*this).record<VectorLog>();
}

VectorLog& VectorLogSink::FindMutableLog(Context* context) const {
  return context->of(*this).mutable_record<VectorLog>();
}

void VectorLogSink::Sample(const LeafContext& context) const {
  context.mutable_record<VectorLog>().Append(context.time(), u_.Eval(context));
}

VectorLogSink& LogVectorOutput(OutputPort output, DiagramBuilder* builder,
                               double period) {
  const int size = output.leaf->declaration().outputs[output.index].port.size;
  auto& sink = builder->AddSystem<VectorLogSink>("log of " + output.full_name(),
                                                 size, period);
  builder->Connect(output, sink.get_input_port());
  return sink;
}

}  // namespace tactus::systems
