// Colours of backgrounds, lit from the upper left.

/**
 * `light` → `base` → `deep` is the gradient, `sister` the tone of the second picture, and `box` the gift box's hue
 * rotation.
 */
export const tones = {
  rose: { light: '#fff6f7', base: '#fde3ea', deep: '#f6c3d1', ink: '#7d2344', sister: 'peach', box: 325 },
  sky: { light: '#f5faff', base: '#e0edfd', deep: '#bfd8f8', ink: '#23457a', sister: 'lilac', box: 0 },
  mint: { light: '#f4fcf7', base: '#dbf3e5', deep: '#b5e2c9', ink: '#1c5a42', sister: 'sky', box: 325 },
  lilac: { light: '#faf6ff', base: '#ebe1fc', deep: '#d3c1f4', ink: '#472c80', sister: 'rose', box: 245 },
  sand: { light: '#fdfaf4', base: '#f4eadb', deep: '#e2cfb4', ink: '#654a2b', sister: 'peach', box: 335 },
  peach: { light: '#fff8f2', base: '#ffe7d7', deep: '#fac8ab', ink: '#84431c', sister: 'lemon', box: 210 },
  lemon: { light: '#fffdf2', base: '#fef4cd', deep: '#f8e09a', ink: '#745510', sister: 'mint', box: 325 },
  pearl: { light: '#fefdfc', base: '#f5f2f0', deep: '#e2dcda', ink: '#4d4349', sister: 'sand', box: 210 },
}

export const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

export function toneOf([red, green, blue]) {
  const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  if (max - min < 34) return 'pearl'
  // The hue in sixths of the colour circle.
  const sixth = (max === red ? (green - blue) / (max - min) + 6 : max === green ? (blue - red) / (max - min) + 2 : (red - green) / (max - min) + 4) % 6
  const hue = sixth * 60
  if (hue < 16 || hue >= 312) return 'rose'
  if (hue < 32) return max < 190 ? 'sand' : 'peach'
  if (hue < 62) return 'lemon'
  if (hue < 170) return 'mint'
  if (hue < 238) return 'sky'
  return 'lilac'
}
