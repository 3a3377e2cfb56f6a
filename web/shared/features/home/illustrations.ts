// The drawings that a section can have instead of an uploaded picture. The seo service checks the names.

import bottle from '~shared/assets/illustrations/bottle.webp'
import cake from '~shared/assets/illustrations/cake.webp'
import coffee from '~shared/assets/illustrations/coffee.webp'
import flowers from '~shared/assets/illustrations/flowers.webp'
import purse from '~shared/assets/illustrations/purse.webp'
import sprout from '~shared/assets/illustrations/sprout.webp'
import sweets from '~shared/assets/illustrations/sweets.webp'
import teddy from '~shared/assets/illustrations/teddy.webp'
import tulip from '~shared/assets/illustrations/tulip.webp'
import watch from '~shared/assets/illustrations/watch.webp'

/** The addresses of the drawings by their names. */
export const ILLUSTRATIONS = { cake, flowers, sweets, tulip, sprout, bottle, teddy, purse, watch, coffee }
export type Illustration = keyof typeof ILLUSTRATIONS

const PREFIX = 'illustration:'

/** Returns the text that stands for a drawing: `illustration:cake`. */
export const illustrationText = (name: Illustration) => `${PREFIX}${name}`

/** Returns undefined for an uploaded picture, and for a drawing that this version of the app lacks. */
export function illustrationOf(picture: string): string | undefined {
  const name = picture.startsWith(PREFIX) ? picture.slice(PREFIX.length) : ''
  return Object.hasOwn(ILLUSTRATIONS, name) ? ILLUSTRATIONS[name as Illustration] : undefined
}

export const isUploaded = (picture: string) => picture.startsWith('/media/')
