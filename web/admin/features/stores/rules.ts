// The form of a store: its validation rules, and the conversion between form values and requests.
import * as v from 'valibot'
import { localTextOf, NO_TEXT, typedTextOf } from '~admin/lib/local-text'
import { localText, optionalSlug } from '~admin/lib/text-rules'
import type { DeskStore, NewStoreForm, StoreForm } from '~shared/api/types'
import { errorCode, text } from '~shared/features/forms/rules'

// These are the server's validation rules, with its error codes as messages.

export const MAX_NAME_LENGTH = 80
export const MAX_ABOUT_LENGTH = 2000

const Fields = v.object({
  name: text(MAX_NAME_LENGTH),
  slug: optionalSlug(),
  about: localText(MAX_ABOUT_LENGTH),
  logoUrl: v.string(),
  coverUrl: v.string(),
  /** The version on which the edit is based, or 0 for a new store. The server makes the address (slug) of a new store if it is empty. */
  version: v.number(),
})

/** The validation rules of the form. */
export const Schema = v.pipe(
  Fields,
  v.forward(
    v.partialCheck([['version'], ['slug']], ({ version, slug }) => version === 0 || slug !== '', errorCode('required')),
    ['slug'],
  ),
)

export type Values = v.InferInput<typeof Fields>

export const EMPTY: Values = { name: '', slug: '', about: NO_TEXT, logoUrl: '', coverUrl: '', version: 0 }

/** Returns the form values of a saved store. */
export const valuesOf = ({ name, slug, about, logoUrl, coverUrl, version }: DeskStore): Values => ({
  name,
  slug,
  about: typedTextOf(about),
  logoUrl,
  coverUrl,
  version,
})

/** Returns the request body for an existing store. */
export const toForm = ({ name, slug, about, logoUrl, coverUrl, version }: Values): StoreForm => ({
  version,
  name,
  slug,
  about: localTextOf(about),
  logoUrl,
  coverUrl,
})

/** Returns the request body for a new store. */
export const toNewForm = ({ name, slug, about, logoUrl, coverUrl }: Values): NewStoreForm => ({
  name,
  ...(slug && { slug }),
  about: localTextOf(about),
  logoUrl,
  coverUrl,
})
