import type { HomeTone } from '~shared/api/types'

export const TILE_TONES: Record<HomeTone, string> = {
  rose: 'bg-rose',
  peach: 'bg-peach',
  lemon: 'bg-lemon',
  mint: 'bg-mint',
  sky: 'bg-sky',
  lilac: 'bg-lilac',
  pearl: 'bg-pearl',
  sand: 'bg-sand',
}

/** Each tone fades into another one. */
export const FADES: Record<HomeTone, string> = {
  rose: 'from-rose to-peach',
  peach: 'from-peach to-lemon',
  lemon: 'from-lemon to-mint',
  mint: 'from-mint to-sky',
  sky: 'from-sky to-lilac',
  lilac: 'from-lilac to-rose',
  pearl: 'from-pearl to-sand',
  sand: 'from-sand to-pearl',
}
