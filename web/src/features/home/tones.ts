import type { HomeTone } from '~shared/api/types'

export const TONES: Record<HomeTone, string> = {
  rose: 'bg-rose',
  peach: 'bg-peach',
  lemon: 'bg-lemon',
  mint: 'bg-mint',
  sky: 'bg-sky',
  lilac: 'bg-lilac',
  pearl: 'bg-pearl',
  sand: 'bg-sand',
}

/** Lets the background colour fade into the sky's. */
export const FADE = 'from-transparent to-sky'
