// The application to become an influencer, whose links earn money.

import * as v from 'valibot'
import type { Schemas } from '~shared/api/types'
import { errorCode, text } from '~shared/features/forms/rules'

export const NETWORKS = ['instagram', 'youtube', 'facebook', 'tiktok', 'other'] as const
type Network = (typeof NETWORKS)[number]

/** `other` allows any host. */
const HOSTS: Partial<Record<Network, string[]>> = {
  instagram: ['instagram.com'],
  youtube: ['youtube.com', 'youtu.be'],
  facebook: ['facebook.com', 'fb.com'],
  tiktok: ['tiktok.com'],
}

const MAX_LINK_LENGTH = 300
export const ABOUT_LENGTH = { min: 20, max: 2000 }

/** Operators open these links, so other hosts are refused. */
export function isLinkOf(network: Network, typed: string): boolean {
  if (!/^https:\/\/[^\s\\<>"]+$/i.test(typed)) return false
  const host = (typed.slice('https://'.length).split(/[/?#]/)[0] ?? '').toLowerCase()
  // A domain name: labels between points, of which the last has a letter. This excludes addresses in numbers, ports and user names.
  if (!/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z][a-z\d-]*$/.test(host)) return false
  const hosts = HOSTS[network]
  return !hosts || hosts.includes(host.replace(/^(www|m)\./, ''))
}

const link = (network: Network) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(MAX_LINK_LENGTH, errorCode('too_long')),
    v.check((typed) => typed === '' || isLinkOf(network, typed), errorCode('invalid_link')),
  )

export const Schema = v.object({
  about: text(ABOUT_LENGTH.max, ABOUT_LENGTH.min),
  instagram: link('instagram'),
  youtube: link('youtube'),
  facebook: link('facebook'),
  tiktok: link('tiktok'),
  other: link('other'),
})

/** Omits empty fields. */
export const toRequest = ({ about, ...links }: v.InferOutput<typeof Schema>): Schemas['ApplyRequest'] => ({
  about,
  ...Object.fromEntries(Object.entries(links).filter(([, value]) => value !== '')),
})
