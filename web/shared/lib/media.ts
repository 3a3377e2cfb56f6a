const WIDTHS = [320, 640, 1280]

/** `/media/{hash}/640.webp` has the widths 320 and 1280 beside it. */
export function srcSet(imageUrl: string): string | undefined {
  const base = imageUrl.match(/^(\/media\/.+)\/640\.webp$/)?.[1]
  return base ? WIDTHS.map((width) => `${base}/${width}.webp ${width}w`).join(', ') : undefined
}
