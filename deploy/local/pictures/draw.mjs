// Draws objects and shadows on RGB pixels, because a library would process the whole frame for each small layer.
//
// Images are sampled bilinearly at (u, v).

export const frame = (width, height, data) => ({ width, height, data })
const clamp = (value, max) => Math.max(0, Math.min(max, value))

const area = ({ width, height }, x, y, rx, ry) => ({
  left: clamp(Math.floor(x - rx), width),
  right: clamp(Math.ceil(x + rx), width),
  top: clamp(Math.floor(y - ry), height),
  bottom: clamp(Math.ceil(y + ry), height),
})

/** `level` has premultiplied alpha. `scale` is relative to the sprite's file, `angle` in degrees. */
export function drawSprite(target, level, { x, y, scale, angle = 0, opacity = 1, tint }) {
  const { width, height, data } = level
  const step = level.size / scale
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) * step, Math.sin(turn) * step]
  // Half the frame that the turned sprite needs, by its width and height.
  const [across, along] = [Math.abs(cos) / step / step / 2, Math.abs(sin) / step / step / 2]
  const { left, right, top, bottom } = area(target, x, y, across * width + along * height, along * width + across * height)
  const out = target.data
  for (let row = top; row < bottom; row += 1) {
    let u = (left + 0.5 - x) * cos + (row + 0.5 - y) * sin + width / 2 - 0.5
    let v = (row + 0.5 - y) * cos - (left + 0.5 - x) * sin + height / 2 - 0.5
    let to = (row * target.width + left) * 3
    for (let column = left; column < right; column += 1, u += cos, v -= sin, to += 3) {
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue
      const u0 = u | 0
      const v0 = v | 0
      const upper = (v0 * width + u0) * 4
      const lower = upper + width * 4
      if ((data[upper + 3] | data[upper + 7] | data[lower + 3] | data[lower + 7]) === 0) continue
      const fu = u - u0
      const fv = v - v0
      // w10 is the weight of the upper right pixel.
      const w11 = fu * fv
      const w01 = fv - w11
      const w10 = fu - w11
      const w00 = 1 - fu - fv + w11
      let red = data[upper] * w00 + data[upper + 4] * w10 + data[lower] * w01 + data[lower + 4] * w11
      let green = data[upper + 1] * w00 + data[upper + 5] * w10 + data[lower + 1] * w01 + data[lower + 5] * w11
      let blue = data[upper + 2] * w00 + data[upper + 6] * w10 + data[lower + 2] * w01 + data[lower + 6] * w11
      const alpha = data[upper + 3] * w00 + data[upper + 7] * w10 + data[lower + 3] * w01 + data[lower + 7] * w11
      if (tint) {
        const shade = (red * 0.3 + green * 0.59 + blue * 0.11) / 255
        const solid = alpha / 255
        red = tint.dark[0] * solid + (tint.light[0] - tint.dark[0]) * shade
        green = tint.dark[1] * solid + (tint.light[1] - tint.dark[1]) * shade
        blue = tint.dark[2] * solid + (tint.light[2] - tint.dark[2]) * shade
      }
      const behind = 1 - (alpha * opacity) / 255
      out[to] = out[to] * behind + red * opacity + 0.5
      out[to + 1] = out[to + 1] * behind + green * opacity + 0.5
      out[to + 2] = out[to + 2] * behind + blue * opacity + 0.5
    }
  }
}

export function darkenEllipse(target, { x, y, rx, ry, strength, ink }) {
  const reach = 1.9
  const { left, right, top, bottom } = area(target, x, y, rx * reach, ry * reach)
  for (let row = top; row < bottom; row += 1) {
    const dy = (row - y) / ry / reach
    for (let column = left; column < right; column += 1) {
      const dx = (column - x) / rx / reach
      const near = 1 - dx * dx - dy * dy
      if (near > 0) shade(target.data, (row * target.width + column) * 3, strength * near * near * near * near, ink)
    }
  }
}

export function drawSilhouette(target, sprite, { x, y, scale, angle = 0, strength, ink }) {
  const { width, height, cell, data } = sprite.shadow
  const step = 1 / (scale * cell)
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) * step, Math.sin(turn) * step]
  const [across, along] = [Math.abs(cos) / step / step / 2, Math.abs(sin) / step / step / 2]
  // The mask is centred on its cells, the object on its pixels.
  const [shiftX, shiftY] = [sprite.width / cell - Math.ceil(sprite.width / cell), sprite.height / cell - Math.ceil(sprite.height / cell)]
  const { left, right, top, bottom } = area(target, x, y, across * width + along * height, along * width + across * height)
  for (let row = top; row < bottom; row += 1) {
    let u = (left + 0.5 - x) * cos + (row + 0.5 - y) * sin + (width + shiftX) / 2 - 0.5
    let v = (row + 0.5 - y) * cos - (left + 0.5 - x) * sin + (height + shiftY) / 2 - 0.5
    let to = (row * target.width + left) * 3
    for (let column = left; column < right; column += 1, u += cos, v -= sin, to += 3) {
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue
      const u0 = u | 0
      const at = (v | 0) * width + u0
      const fu = u - u0
      const upper = data[at] + (data[at + 1] - data[at]) * fu
      const lower = data[at + width] + (data[at + width + 1] - data[at + width]) * fu
      const dark = upper + (lower - upper) * (v - (v | 0))
      if (dark > 0.004) shade(target.data, to, dark * strength, ink)
    }
  }
}

/** 0.5 rounds, because stored numbers are rounded down. */
function shade(data, at, dark, ink) {
  data[at] += (ink[0] - data[at]) * dark + 0.5
  data[at + 1] += (ink[1] - data[at + 1]) * dark + 0.5
  data[at + 2] += (ink[2] - data[at + 2]) * dark + 0.5
}

export function half({ width, height, data }) {
  const [w, h] = [width >> 1, height >> 1]
  const out = Buffer.allocUnsafe(w * h * 3)
  const line = width * 3
  for (let y = 0, to = 0; y < h; y += 1) {
    let upper = y * 2 * line
    for (let x = 0; x < w; x += 1, upper += 6, to += 3) {
      const lower = upper + line
      out[to] = (data[upper] + data[upper + 3] + data[lower] + data[lower + 3] + 2) >> 2
      out[to + 1] = (data[upper + 1] + data[upper + 4] + data[lower + 1] + data[lower + 4] + 2) >> 2
      out[to + 2] = (data[upper + 2] + data[upper + 5] + data[lower + 2] + data[lower + 5] + 2) >> 2
    }
  }
  return frame(w, h, out)
}
