// The form of the site's settings: the server's validation rules with its error codes, and the conversion to requests.
import * as v from 'valibot'
import type { SiteSettings } from '~shared/api/types'
import { email, errorCode, optionalText, phone } from '~shared/features/forms/rules'

const MAX_LENGTH = 300

function hasHost(hosts: string[], typed: string): boolean {
  if (typed === '') return true
  if (!URL.canParse(typed)) return false
  const { protocol, hostname, username, password, port } = new URL(typed)
  const isPlain = protocol === 'https:' && hostname.includes('.') && !username && !password && !port
  return isPlain && (hosts.length === 0 || hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)))
}

/** Accepts links to one service only, because operators often paste a link into the wrong field. Without hosts, any link is accepted. */
export const link = (...hosts: string[]) =>
  v.pipe(
    optionalText(MAX_LENGTH),
    v.check((typed) => hasHost(hosts, typed), errorCode('invalid_link')),
  )

// Field names are the server's, with `_` for a dot.

export const Schema = v.object({
  contact_email: email(),
  contact_phoneNumber: phone(),
  contact_whatsapp: phone(),
  chat_whatsappUrl: link('wa.me', 'whatsapp.com'),
  chat_telegramUrl: link('t.me', 'telegram.me'),
  social_instagram: link('instagram.com'),
  social_facebook: link('facebook.com'),
  social_tiktok: link('tiktok.com'),
  social_youtube: link('youtube.com'),
  app_androidUrl: link('play.google.com'),
  app_iosUrl: link('apps.apple.com'),
})

type Values = v.InferInput<typeof Schema>

export const valuesOf = ({ contact, chat, social, app }: SiteSettings): Values => ({
  contact_email: contact.email,
  contact_phoneNumber: contact.phoneNumber,
  contact_whatsapp: contact.whatsapp,
  chat_whatsappUrl: chat.whatsappUrl,
  chat_telegramUrl: chat.telegramUrl,
  social_instagram: social.instagram,
  social_facebook: social.facebook,
  social_tiktok: social.tiktok,
  social_youtube: social.youtube,
  app_androidUrl: app.androidUrl,
  app_iosUrl: app.iosUrl,
})

export const settingsOf = (typed: Values): SiteSettings => ({
  contact: { email: typed.contact_email, phoneNumber: typed.contact_phoneNumber, whatsapp: typed.contact_whatsapp },
  chat: { whatsappUrl: typed.chat_whatsappUrl, telegramUrl: typed.chat_telegramUrl },
  social: {
    instagram: typed.social_instagram,
    facebook: typed.social_facebook,
    tiktok: typed.social_tiktok,
    youtube: typed.social_youtube,
  },
  app: { androidUrl: typed.app_androidUrl, iosUrl: typed.app_iosUrl },
})
