// Recolours pictures of objects.

/** Keys are values of the demo's field `color`. */
const colours = {
  white: '#f5f1ef', cream: '#f3e3c6', beige: '#dcc5a2', yellow: '#f8c830', gold: '#d9ad45', orange: '#f5852b', rosegold: '#e3a494', peach: '#f7b28c',
  red: '#d6202f', burgundy: '#7c1d38', plum: '#7a3560', pink: '#f082b0', lilac: '#b796e2', purple: '#8347cf', blue: '#3472d8', navy: '#2a3f78',
  lightblue: '#7fc0f0', sky: '#7fc0f0', turquoise: '#2cb5b0', mint: '#9adfc0', green: '#43a352', darkgreen: '#1f6b45', emerald: '#138a63', sage: '#9fb693',
  brown: '#8b5a3a', grey: '#9b9ba3', silver: '#c6c9d0', black: '#302e34',
}

/** For sizes without a colour field. */
const coloursByName = {
  White: 'white', Black: 'black', Pink: 'pink', Beige: 'beige', Blue: 'lightblue', Red: 'red', Brown: 'brown', Green: 'green', Purple: 'purple', Grey: 'grey',
  Turquoise: 'turquoise', Orange: 'orange', Silver: 'silver', Gold: 'gold', 'Rose gold': 'rosegold', Burgundy: 'burgundy', Cream: 'cream', Plum: 'plum',
  Emerald: 'emerald', Mint: 'mint', Navy: 'navy', 'Dark green': 'darkgreen', 'Sage green': 'sage',
}

export const isPaint = (name) => name in colours

export function paintOf({ fields, name }) {
  const colour = [fields?.color].flat()[0]
  return isPaint(colour) ? colour : coloursByName[name.en]
}

const luminance = (data, at) => (data[at] * 0.3 + data[at + 1] * 0.59 + data[at + 2] * 0.11) / 255

/** Returns how much of each pixel is painted: leaves stay green, and colourless parts of a colourful image stay. */
function shares(data, keepsGreen) {
  let [vivid, visible] = [0, 0]
  const spread = (at) => Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2])
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] <= 128) continue
    visible += 1
    if (spread(at) > 60) vivid += 1
  }
  const isColourful = vivid > visible * 0.45
  const between = (value, low, high) => Math.max(0, Math.min(1, (value - low) / (high - low)))
  return (at) => {
    const green = keepsGreen ? between(data[at + 1] - Math.max(data[at], data[at + 2]), 4, 26) : 0
    return (1 - green) * (isColourful ? between(spread(at), 14, 46) : 1)
  }
}

/** Recolours in place; the shading stays. */
export function paint(data, name, keepsGreen = false) {
  const target = [1, 3, 5].map((at) => Number.parseInt(colours[name].slice(at, at + 2), 16))
  const share = shares(Buffer.from(data), keepsGreen)
  const parts = new Float32Array(data.length / 4)
  let [sum, weight] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const part = (parts[at / 4] = data[at + 3] === 0 ? 0 : share(at))
    sum += luminance(data, at) * part
    weight += part
  }
  /** At the mean brightness, a pixel gets exactly the target colour. */
  const meanLuminance = sum / (weight || 1) || 1
  for (let at = 0; at < data.length; at += 4) {
    const part = parts[at / 4]
    if (part === 0) continue
    const light = luminance(data, at) / meanLuminance
    for (const channel of [0, 1, 2]) {
      const wanted = target[channel]
      const painted = light <= 1 ? wanted * light ** 0.8 : wanted + (255 - wanted) * Math.min(1, (light - 1) * 0.75)
      data[at + channel] += (painted - data[at + channel]) * part
    }
  }
}
