// The form of a store: the server's validation rules with its error codes, and the conversion to requests.
import * as v from 'valibot'
import { localTextOf, NO_TEXT, typedTextOf } from '~admin/lib/local-text'
import { localText, optionalSlug } from '~admin/lib/text-rules'
import type { DeskStore, NewStoreForm, StoreForm } from '~shared/api/types'
import { errorCode, text } from '~shared/features/forms/rules'

export const MAX_NAME_LENGTH = 80
export const MAX_ABOUT_LENGTH = 2000

const Fields = v.object({
  name: text(MAX_NAME_LENGTH),
  slug: optionalSlug(),
  about: localText(MAX_ABOUT_LENGTH),
  logoUrl: v.string(),
  coverUrl: v.string(),
  /** The version on which the edit is based; 0 for a new store, for which the server makes a slug if it is empty. */
  version: v.number(),
})

export const Schema = v.pipe(
  Fields,
  v.forward(
    v.partialCheck([['version'], ['slug']], ({ version, slug }) => version === 0 || slug !== '', errorCode('required')),
    ['slug'],
  ),
)

export type Values = v.InferInput<typeof Fields>

export const EMPTY: Values = { name: '', slug: '', about: NO_TEXT, logoUrl: '', coverUrl: '', version: 0 }

export const valuesOf = ({ name, slug, about, logoUrl, coverUrl, version }: DeskStore): Values => ({
  name,
  slug,
  about: typedTextOf(about),
  logoUrl,
  coverUrl,
  version,
})

export const toForm = ({ name, slug, about, logoUrl, coverUrl, version }: Values): StoreForm => ({
  version,
  name,
  slug,
  about: localTextOf(about),
  logoUrl,
  coverUrl,
})

export const toNewForm = ({ name, slug, about, logoUrl, coverUrl }: Values): NewStoreForm => ({
  name,
  ...(slug && { slug }),
  about: localTextOf(about),
  logoUrl,
  coverUrl,
})
