// Places objects in a picture. Lengths are fractions of its height, chosen by eye.
//
// `x` is an object's middle, `base` its foot's distance to the front, and `lift` its height above the ground. A smaller
// `depth` is drawn first.

const floatingEmoji = new Set([...'✨💫⭐🌟💖💗💓💕💞💘💝💛💚💙💜🧡🤍🤎🖤🎈🦋🎵🎶🎼☁🌙☀🌤🫧💧💦💨🕊🎉🎊🍃🍂🍁❄🌈🐝🐞🔥⚡💤🎆🎇🪁💬💭🌠💯🚀🪶🐦❤☄🛸🌞🌛🌜🪽🕸🏷🔔'])
export const floats = (emoji) => floatingEmoji.has([...emoji][0])

/** Mulberry32: returns numbers between 0 and 1. */
export function seededRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the size of an object with the area of a square of side `size`. */
export function sized({ width, height }, size, maxLength = 1) {
  const factor = Math.min(size / Math.sqrt(width * height), maxLength / Math.max(width, height))
  return { w: width * factor, h: height * factor }
}

/** Companions stand in front, at the other side and behind, or float above. */
export function group(main, companions, random, area) {
  const side = random() < 0.5 ? -1 : 1
  const body = { ...sized(main, 0.56, 0.7), sprite: main, x: 0, base: 0, angle: 0, depth: 0, lift: 0 }
  if (main.floats) body.lift = 0.07
  const placed = [body]
  let [standing, flying] = [0, 0]
  for (const companion of companions) {
    if (companion.floats) {
      const shape = sized(companion, 0.2 - flying * 0.04, 0.26)
      const direction = flying % 2 === 0 ? -side : side
      const height = body.h * (0.93 - flying * 0.16) + body.lift
      const x = direction * (body.w / 2 + shape.w * 0.32)
      const angle = direction * (8 + random() * 8)
      placed.push({ ...shape, sprite: companion, x, base: 0, lift: height - shape.h * 0.55, angle, depth: 0.5 })
      flying += 1
    } else {
      // For the first, second and third companion, which stands behind.
      const shape = sized(companion, [0.285, 0.245, 0.24][standing], 0.36)
      const direction = standing % 2 === 0 ? side : -side
      const [out, base] = [[0.2, 0.045], [0.24, 0.03], [0.75, -0.03]][standing]
      const x = direction * (body.w / 2 + shape.w * out)
      const depth = standing === 2 ? -1 : 1 + base
      placed.push({ ...shape, sprite: companion, x, base: base * (area.shallow ?? 1), lift: 0, angle: 0, depth })
      standing += 1
    }
  }
  return fitInto(placed, area)
}

export function set(main, box, bow, random, area) {
  const side = random() < 0.5 ? -1 : 1
  const crate = sized(box, 0.44, 0.6)
  const body = sized(main, 0.48, 0.6)
  const ribbon = sized(bow, 0.19, 0.24)
  return fitInto([
    { ...crate, sprite: box, x: side * 0.15, base: -0.025, lift: 0, angle: 0, depth: -1 },
    { ...body, sprite: main, x: -side * 0.19, base: 0.02, lift: main.floats ? 0.05 : 0, angle: 0, depth: 1 },
    { ...ribbon, sprite: bow, x: side * 0.33, base: 0.055, lift: 0, angle: side * -8, depth: 2 },
  ], area)
}

export function copies(sprite, count, random, area) {
  const perLine = count <= 3 ? count : count <= 4 ? 2 : count <= 9 ? 3 : 4
  const shape = sized(sprite, 0.4, 0.5)
  const placed = []
  for (let index = 0, line = 0; index < count; line += 1) {
    const inLine = Math.min(perLine - (line % 2 && perLine > 2 && count > 4 ? 1 : 0), count - index)
    for (let place = 0; place < inLine; place += 1, index += 1) {
      placed.push({
        ...shape,
        sprite,
        x: (place - (inLine - 1) / 2) * shape.w * 1.04 + (random() - 0.5) * 0.02,
        base: -line * shape.h * 0.36,
        depth: -line,
        lift: sprite.floats ? line * shape.h * 0.3 + 0.05 : 0,
        angle: sprite.floats ? (random() - 0.5) * 16 : 0,
      })
    }
  }
  return fitInto(placed, area)
}

/** Spreads kinds evenly: `[2, 1]` becomes 0, 1, 0. */
export function interleave(counts, random) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const placesOf = (count, kind) =>
    Array.from({ length: count }, (_, index) => ({ kind, at: ((index + 0.3 + random() * 0.4) / count) * total }))
  return counts.flatMap(placesOf).sort((a, b) => a.at - b.at).map(({ kind }) => kind)
}

/** The first object is in the middle, the others are on both sides in turn. */
export function row(sprites, area) {
  const placed = []
  const edges = [0, 0]
  for (const [index, sprite] of sprites.entries()) {
    const rank = Math.ceil(index / 2)
    const direction = index % 2
    const shape = sized(sprite, [0.58, 0.46, 0.4, 0.32][rank], 0.74)
    const gap = 0.03
    const x = index === 0 ? 0 : (edges[direction] + gap + shape.w / 2) * (direction ? 1 : -1)
    if (index === 0) edges.fill(shape.w / 2)
    else edges[direction] += gap + shape.w
    placed.push({ ...shape, sprite, x, base: rank % 2 ? -0.02 : 0.02, lift: sprite.floats ? 0.14 : 0, angle: 0, depth: -rank })
  }
  return fitInto(placed, area)
}

/** Scales and centres a group. `ground` is where each foot stands, from the picture's top. */
function fitInto(placed, area) {
  const [left, right] = [Math.min(...placed.map(({ x, w }) => x - w / 2)), Math.max(...placed.map(({ x, w }) => x + w / 2))]
  const top = Math.max(...placed.map(({ h, lift, base }) => h + lift - base))
  const bottom = Math.max(...placed.map(({ base, lift }) => base - lift))
  const scale = Math.min(area.w / (right - left), area.h / (top + bottom), area.maxScale ?? 1.35)
  const floor = area.floor - Math.max(0, bottom) * scale * 0.5
  return placed
    .map((object) => ({
      ...object,
      w: object.w * scale,
      h: object.h * scale,
      x: area.x + (object.x - (left + right) / 2) * scale,
      ground: floor + object.base * scale,
      lift: object.lift * scale,
    }))
    .sort((a, b) => a.depth - b.depth)
}

/** `ratio` is the picture's width by its height. The `kind` of a place chooses its motif. */
export function lattice(step, ratio, random) {
  const places = []
  for (let line = 0, y = step * 0.2; y < 1 + step; line += 1, y += step * 0.8) {
    for (let column = 0, x = (line % 2 ? step / 2 : 0) + step * 0.1; x < ratio + step; column += 1, x += step) places.push({ x, y, angle: (random() - 0.5) * 44, kind: (line + column * 2 + (line >> 1)) })
  }
  return places
}
