// The `sizes` of pictures that the gateway preloads, so `routes.json` repeats them.

export const HERO_SIZES = '(min-width: 64rem) 600px, (min-width: 40rem) 94vw, 46vw'
export const CARD_SIZES = '(min-width: 80rem) 300px, (min-width: 48rem) 30vw, 42vw'
export const GALLERY_SIZES = '(min-width: 64rem) 620px, 100vw'
