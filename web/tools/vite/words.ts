import type az from '../../locales/az/installed.json'

export type Words = typeof az
