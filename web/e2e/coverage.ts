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

export const languagesFor = (name: string): readonly Locale[] => (IS_FULL ? LOCALES : [pick(LOCALES, name)])

/** Returns the only device of a quick run. It depends on the name. */
export const deviceFor = (name: string): Device => pick(DEVICES, `${name} on a device`)

/** The device alternates with the language, so that visits in all three languages cover both devices. */
export const deviceInLanguage = (name: string, language: Locale): Device =>
  DEVICES[(DEVICES.indexOf(deviceFor(name)) + LOCALES.indexOf(language)) % DEVICES.length] as Device

function pick<T>(choices: readonly T[], name: string): T {
  // The hash is FNV-1a. Its low bits repeat, so the high ones are used.
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return choices[(hash >>> 8) % choices.length] as T
}

/** These files, and those whose names end like them, run on the phone in a quick run. All others run on the desktop. */
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

/** The patterns match full titles: project, file, test and tags. A test runs if it matches `grep` and not `grepInvert`. */
export function defaultRunOn(device: Device): { grep: RegExp; grepInvert: RegExp } {
  const phoneFiles = `(${ON_PHONE.join('|')})\\.spec\\.ts|\\.phone\\.spec\\.ts`
  const otherFiles = `^(?!.*(${phoneFiles}))`
  return device === 'phone'
    ? { grep: new RegExp(`${BOTH}|${phoneFiles}`), grepInvert: new RegExp(`${FULL}|${DESKTOP}`) }
    : { grep: new RegExp(`${BOTH}|${DESKTOP}|${otherFiles}`), grepInvert: new RegExp(FULL) }
}

/** A full run leaves out only the tests that need a keyboard or a mouse, on the phone. */
export const fullRunOn = (device: Device): { grepInvert?: RegExp } => (device === 'phone' ? { grepInvert: new RegExp(DESKTOP) } : {})
