import * as v from 'valibot'
import type { Schemas } from '~shared/api/types'
import { text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/words'

export const NETWORKS = ['instagram', 'youtube', 'facebook', 'tiktok', 'other'] as const
type Network = (typeof NETWORKS)[number]

/** Where a link of each may lead; `other` may lead anywhere. */
const HOSTS: Partial<Record<Network, string[]>> = {
  instagram: ['instagram.com'],
  youtube: ['youtube.com', 'youtu.be'],
  facebook: ['facebook.com', 'fb.com'],
  tiktok: ['tiktok.com'],
}

const LONGEST_LINK = 300
export const ABOUT = { shortest: 20, longest: 2000 }

/** A link of the network and of nothing else: an operator is going to follow it. */
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

/** What is sent: nothing typed is nothing sent. */
export const inputOf = ({ about, ...links }: v.InferOutput<typeof Schema>): Schemas['ApplyRequest'] => ({
  about,
  ...Object.fromEntries(Object.entries(links).filter(([, value]) => value !== '')),
})
