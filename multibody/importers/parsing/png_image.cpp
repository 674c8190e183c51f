#include "tactus/multibody/importers/parsing/png_image.h"

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <memory>
#include <string>

#include <png.h>

#include "tactus/common/require.h"

namespace tactus::multibody {
namespace {

constexpr png_uint_32 kMostPixels = 1U << 24U;

// What libpng reads from, and what it finds wrong.
struct Source {
  std::string_view bytes;
  std::string error;
};

void ReadBytes(png_structp png, png_bytep to, std::size_t count) {
  auto* source = static_cast<Source*>(png_get_io_ptr(png));
  if (count > source->bytes.size()) png_error(png, "the file ends early");
  std::copy_n(source->bytes.begin(), count, reinterpret_cast<char*>(to));
  source->bytes.remove_prefix(count);
}

void KeepError(png_structp png, png_const_charp message) {
  static_cast<Source*>(png_get_error_ptr(png))->error = message;
  png_longjmp(png, 1);
}

void IgnoreWarning(png_structp, png_const_charp) {}

// libpng's two structures of one file.
class Reader {
 public:
  explicit Reader(Source* source)
      : png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, source, &KeepError,
                                    &IgnoreWarning)),
        info_(png_ ? png_create_info_struct(png_) : nullptr) {
    Require(info_ != nullptr, "there is no memory for it");
    png_set_read_fn(png_, source, &ReadBytes);
    png_set_user_limits(png_, kMostPixels, kMostPixels);
  }
  ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Errors jump back into the two functions below: nothing in them, or called
  // by them, has a destructor.

  /// False: an error. Rows will have samples of 8 or 16 bits, one or three of
  /// a pixel.
  bool ReadHeader() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_info(png_, info_);
    png_set_expand(png_);
    png_set_strip_alpha(png_);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }
  bool ReadRows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }

  png_uint_32 width() const { return png_get_image_width(png_, info_); }
  png_uint_32 height() const { return png_get_image_height(png_, info_); }
  std::size_t bytes_per_row() const { return png_get_rowbytes(png_, info_); }
  std::size_t bytes_per_sample() const {
    return png_get_bit_depth(png_, info_) / 8;
  }
  std::size_t bytes_per_pixel() const {
    return bytes_per_sample() * png_get_channels(png_, info_);
  }

 private:
  png_structp png_;
  png_infop info_;
};

// In [0, 1]; samples of 16 bits have the higher byte first.
double ValueOf(const png_byte* sample, std::size_t num_bytes) {
  if (num_bytes == 1) return sample[0] / 255.0;
  return (256 * sample[0] + sample[1]) / 65535.0;
}

}  // namespace

PngImage DecodePng(std::string_view bytes) {
  const auto* start = reinterpret_cast<png_const_bytep>(bytes.data());
  Require(png_sig_cmp(start, 0, bytes.size()) == 0, "it is no PNG file");
  Source source{bytes, {}};
  Reader reader(&source);
  const bool has_header = reader.ReadHeader();
  Require(has_header, source.error);
  const png_uint_32 width = reader.width(), height = reader.height();
  Require(height <= kMostPixels / width, "the picture is too large");
  std::vector<png_byte> pixels(height * reader.bytes_per_row());
  std::vector<png_bytep> rows(height);
  for (png_uint_32 r = 0; r < height; ++r)
    rows[r] = pixels.data() + r * reader.bytes_per_row();
  const bool has_rows = reader.ReadRows(rows.data());
  Require(has_rows, source.error);
  PngImage image{.width = static_cast<int>(width),
                 .height = static_cast<int>(height)};
  image.values.reserve(std::size_t{width} * height);
  for (const png_byte* row : rows) {
    for (png_uint_32 c = 0; c < width; ++c)
      image.values.push_back(ValueOf(row + c * reader.bytes_per_pixel(),
                                     reader.bytes_per_sample()));
  }
  return image;
}

}  // namespace tactus::multibody
