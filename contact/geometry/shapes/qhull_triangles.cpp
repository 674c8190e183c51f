#include "tactus/contact/geometry/shapes/qhull_triangles.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <libqhull_r/qhull_ra.h>

namespace tactus::contact {
namespace {

/// One run of Qhull: its memory and what it has to say.
class Run {
 public:
  Run() : log_(open_memstream(&text_, &length_)) { qh_zero(&qh_, log_); }
  ~Run() {
    qh_freeqhull(&qh_, qh_ALL);
    int current_long, total_long;
    qh_memfreeshort(&qh_, &current_long, &total_long);
    std::fclose(log_);
    std::free(text_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// @param coordinates  column by column; Qhull may write into them.
  void Start(Eigen::Matrix3Xd* coordinates) {
    char options[] = "qhull Qt";  // Qt: triangles only.
    const int status = qh_new_qhull(
        &qh_, 3, static_cast<int>(coordinates->cols()), coordinates->data(),
        /* ismalloc */ 0, options, nullptr, log_);
    if (status == 0) return;
    std::fflush(log_);
    const std::string text(text_, length_);
    throw std::invalid_argument("convex hull: " +
                                text.substr(0, text.find('\n')));
  }

  std::vector<std::array<int, 3>> Triangles() {
    std::vector<std::array<int, 3>> triangles;
    for (facetT* facet = qh_.facet_list; facet && facet->next;
         facet = facet->next) {
      std::array<int, 3>& t = triangles.emplace_back();
      for (int k = 0; k < 3; ++k) {
        void* vertex = facet->vertices->e[k].p;
        t[k] = qh_pointid(&qh_, static_cast<vertexT*>(vertex)->point);
      }
      if (facet->toporient) std::swap(t[0], t[1]);
    }
    return triangles;
  }

 private:
  char* text_ = nullptr;
  std::size_t length_ = 0;
  std::FILE* log_;
  qhT qh_{};
};

}  // namespace

std::vector<std::array<int, 3>> CalcHullTriangles(
    std::span<const Vector3d> points) {
  Eigen::Matrix3Xd coordinates(3, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    coordinates.col(static_cast<Eigen::Index>(i)) = points[i];
  }
  // Qhull's tolerances are relative to the largest coordinate.
  const Vector3d low = coordinates.rowwise().minCoeff();
  const Vector3d high = coordinates.rowwise().maxCoeff();
  coordinates.colwise() -= Vector3d(0.5 * (low + high));
  coordinates /= 0.5 * (high - low).maxCoeff();
  Run run;
  run.Start(&coordinates);
  return run.Triangles();
}

}  // namespace tactus::contact
