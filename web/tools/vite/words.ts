// The type of the texts that the installed shop needs (manifest, offline page), as in `locales/az/installed.json`.
import type az from '../../locales/az/installed.json'

export type Words = typeof az
