// Decides on which devices and in which languages a test runs. A quick run is `cargo verify`, a full run `cargo verify --full`.

import { type Locale, LOCALES } from '~shared/i18n/locale'

export const IS_FULL = process.env.E2E_FULL === '1'

export const DEVICES = ['desktop', 'phone'] as const
export type Device = (typeof DEVICES)[number]

// Without a tag, a quick run uses the device of the file (see `ON_PHONE`), and a full run uses both devices.

/** Runs on both devices in a quick run, too. */
export const BOTH = '@both'
/** Does not run in a quick run, because a quicker test in `docs/CONTRIBUTING.md` proves the same. */
export const FULL = '@full'
/** Runs on the desktop only, because it needs a keyboard or a mouse. */
export const DESKTOP = '@desktop'

/** Returns all languages in a full run, otherwise one, which depends on the name. */
export const languagesFor = (name: string): readonly Locale[] => (IS_FULL ? LOCALES : [pick(LOCALES, name)])

export const deviceFor = (name: string): Device => pick(DEVICES, `${name} on a device`)

/** Alternates the devices, so that three visits cover all languages and both devices. */
export const deviceInLanguage = (name: string, language: Locale): Device =>
  DEVICES[(DEVICES.indexOf(deviceFor(name)) + LOCALES.indexOf(language)) % DEVICES.length] as Device

function pick<T>(choices: readonly T[], name: string): T {
  // The hash is FNV-1a. Its low bits repeat, so the high ones are used.
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return choices[(hash >>> 8) % choices.length] as T
}

/** These files run on the phone in a quick run, all others on the desktop. */
const ON_PHONE = [
  'account',
  'addresses',
  'birthdays',
  'category',
  'deletion',
  'favourites',
  'journey',
  'lists',
  'notifications',
  'orders',
  'product',
  'pwa',
  'search',
  'sign-in',
  'stores',
  'transfer',
]

/** Playwright matches full titles: project, file and test. */
export function defaultRunOn(device: Device): { grep: RegExp; grepInvert: RegExp } {
  const phones = `(${ON_PHONE.join('|')})\\.spec\\.ts`
  const files = device === 'phone' ? `${phones}|\\.phone\\.spec\\.ts` : `^(?!.*(${phones}|\\.phone\\.spec\\.ts))`
  const tags = device === 'phone' ? BOTH : `${BOTH}|${DESKTOP}`
  const excluded = device === 'phone' ? `${FULL}|${DESKTOP}` : FULL
  return { grep: new RegExp(`${tags}|${files}`), grepInvert: new RegExp(excluded) }
}

export const fullRunOn = (device: Device): { grepInvert?: RegExp } => (device === 'phone' ? { grepInvert: new RegExp(DESKTOP) } : {})
