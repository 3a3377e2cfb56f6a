import * as v from 'valibot'
import type { Schemas } from '~shared/api/types'
import type { FieldCode } from '~shared/features/forms/problems'
import { text } from '~shared/features/forms/rules'
import { number } from '~shared/i18n/format'

export const NETWORKS = ['instagram', 'youtube', 'facebook', 'tiktok', 'other'] as const
type Network = (typeof NETWORKS)[number]

/** Hosts that the link of a network may have; `other` allows any. */
const HOSTS: Partial<Record<Network, string[]>> = {
  instagram: ['instagram.com'],
  youtube: ['youtube.com', 'youtu.be'],
  facebook: ['facebook.com', 'fb.com'],
  tiktok: ['tiktok.com'],
}

const LONGEST_LINK = 300
export const ABOUT = { shortest: 20, longest: 2000 }

/** True for a link of this network only, because an operator will open it. */
export function isLinkOf(network: Network, typed: string): boolean {
  if (!/^https:\/\/[^\s\\<>"]+$/i.test(typed)) return false
  const host = (typed.slice('https://'.length).split(/[/?#]/)[0] ?? '').toLowerCase()
  if (!/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z][a-z\d-]*$/.test(host)) return false
  const hosts = HOSTS[network]
  return !hosts || hosts.includes(host.replace(/^(www|m)\./, ''))
}

const link = (network: Network) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(LONGEST_LINK, 'too_long' satisfies FieldCode),
    v.check((typed) => typed === '' || isLinkOf(network, typed), 'invalid_link' satisfies FieldCode),
  )

export const Schema = v.object({
  about: text(ABOUT.longest, ABOUT.shortest),
  instagram: link('instagram'),
  youtube: link('youtube'),
  facebook: link('facebook'),
  tiktok: link('tiktok'),
  other: link('other'),
})

/** Returns the request body, without empty fields. */
export const inputOf = ({ about, ...links }: v.InferOutput<typeof Schema>): Schemas['ApplyRequest'] => ({
  about,
  ...Object.fromEntries(Object.entries(links).filter(([, value]) => value !== '')),
})

/** Formats the share of clicks that became orders: `2,5%`, or a dash without clicks. */
export function conversion({ clicks, orders }: { clicks: number; orders: number }): string {
  if (clicks === 0) return '—'
  return `${number(Math.round((orders / clicks) * 1000) / 10)}%`
}

const STEPS = [1, 2, 5]

/** Returns the top of the scale for `most` qəpik: 1, 2 or 5 manats, or a power of ten times that. */
export function scaleTop(most: number): number {
  let unit = 100
  while (unit * 10 <= most) unit *= 10
  return unit * (STEPS.find((step) => unit * step >= most) ?? 10)
}

const DIGITS = 16
const GROUPS = /\d{1,4}/g

const digitsOf = (typed: string) => typed.replace(/\D/g, '')

/** Groups the digits by four, as on the card. Digits beyond the maximum are dropped. */
export const inGroups = (typed: string) => digitsOf(typed).slice(0, DIGITS).match(GROUPS)?.join(' ') ?? ''

/** Luhn check of ISO/IEC 7812-1. */
function hasCheckDigit(digits: string): boolean {
  const values = digits
    .split('')
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return values.map((value) => (value > 9 ? value - 9 : value)).reduce((sum, value) => sum + value, 0) % 10 === 0
}

/** Returns the server's error code for a card number, or undefined if it is valid. */
export function cardProblem(typed: string): 'required' | 'card_length' | 'card_unknown' | undefined {
  if (typed.trim() === '') return 'required'
  const digits = typed.replaceAll(' ', '')
  if (digits.length !== DIGITS || digits !== digitsOf(digits)) return 'card_length'
  return hasCheckDigit(digits) && Number(digits) > 0 ? undefined : 'card_unknown'
}
