// Draws on a frame of RGB pixels. Custom code, because a picture has up to fifty small layers and a library would
// process the whole frame for each.

export const frame = (width, height, data) => ({ width, height, data })
const clamp = (value, max) => Math.max(0, Math.min(max, value))

/** Returns the part of the frame within `rx` and `ry` of a point. */
const area = ({ width, height }, x, y, rx, ry) => ({
  left: clamp(Math.floor(x - rx), width), right: clamp(Math.ceil(x + rx), width), top: clamp(Math.floor(y - ry), height), bottom: clamp(Math.ceil(y + ry), height),
})

/** Draws a level of a sprite with its centre at (x, y), rotated by `angle` degrees; `scale` is relative to the file. */
export function drawSprite(target, level, { x, y, scale, angle = 0, opacity = 1, tint }) {
  const { width, height, data } = level
  const step = level.size / scale
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) * step, Math.sin(turn) * step]
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
      const a = (v0 * width + u0) * 4
      const b = a + width * 4
      if ((data[a + 3] | data[a + 7] | data[b + 3] | data[b + 7]) === 0) continue
      const fu = u - u0
      const fv = v - v0
      const w11 = fu * fv
      const w01 = fv - w11
      const w10 = fu - w11
      const w00 = 1 - fu - fv + w11
      let red = data[a] * w00 + data[a + 4] * w10 + data[b] * w01 + data[b + 4] * w11
      let green = data[a + 1] * w00 + data[a + 5] * w10 + data[b + 1] * w01 + data[b + 5] * w11
      let blue = data[a + 2] * w00 + data[a + 6] * w10 + data[b + 2] * w01 + data[b + 6] * w11
      const alpha = data[a + 3] * w00 + data[a + 7] * w10 + data[b + 3] * w01 + data[b + 7] * w11
      if (tint) {
        // A print in one colour keeps the object's shading.
        const shade = (red * 0.3 + green * 0.59 + blue * 0.11) / 255
        const solid = alpha / 255
        red = tint.dark[0] * solid + (tint.light[0] - tint.dark[0]) * shade
        green = tint.dark[1] * solid + (tint.light[1] - tint.dark[1]) * shade
        blue = tint.dark[2] * solid + (tint.light[2] - tint.dark[2]) * shade
      }
      const rest = 1 - (alpha * opacity) / 255
      out[to] = out[to] * rest + red * opacity + 0.5
      out[to + 1] = out[to + 1] * rest + green * opacity + 0.5
      out[to + 2] = out[to + 2] * rest + blue * opacity + 0.5
    }
  }
}

/** Darkens an ellipse towards `ink`, most in its middle. */
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

/** Draws the sprite's blurred outline: the shadow of an object close to its background. */
export function drawSilhouette(target, sprite, { x, y, scale, angle = 0, strength, ink }) {
  const { width, height, cell, data } = sprite.shadow
  const step = 1 / (scale * cell)
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) * step, Math.sin(turn) * step]
  const [across, along] = [Math.abs(cos) / step / step / 2, Math.abs(sin) / step / step / 2]
  // The mask is centred on its cells and the object on its pixels; they differ by the empty part of the last cell.
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

function shade(data, at, dark, ink) {
  data[at] += (ink[0] - data[at]) * dark + 0.5
  data[at + 1] += (ink[1] - data[at + 1]) * dark + 0.5
  data[at + 2] += (ink[2] - data[at + 2]) * dark + 0.5
}

/** Returns the frame at half its width and height. */
export function half({ width, height, data }) {
  const [w, h] = [width >> 1, height >> 1]
  const out = Buffer.allocUnsafe(w * h * 3)
  const line = width * 3
  for (let y = 0, to = 0; y < h; y += 1) {
    let a = y * 2 * line
    for (let x = 0; x < w; x += 1, a += 6, to += 3) {
      const b = a + line
      out[to] = (data[a] + data[a + 3] + data[b] + data[b + 3] + 2) >> 2
      out[to + 1] = (data[a + 1] + data[a + 4] + data[b + 1] + data[b + 4] + 2) >> 2
      out[to + 2] = (data[a + 2] + data[a + 5] + data[b + 2] + data[b + 5] + 2) >> 2
    }
  }
  return frame(w, h, out)
}
