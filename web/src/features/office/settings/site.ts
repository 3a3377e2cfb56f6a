import * as v from 'valibot'
import type { SiteSettings } from '~/api/types'
import { email, optionalPhone } from '~/features/forms/rules'
import type { FieldCode } from '~/features/forms/words'
import { link } from './links'

// The server's rules, in its codes. Fields are named as the server names them, with `_` for a dot.

const MOST_FREE_FROM = 10_000
const MANATS = /^\d{1,5}([.,]\d{1,2})?$/

const says = (code: FieldCode) => code
const phone = () => v.pipe(optionalPhone(), v.minLength(1, says('required')))

/** `49,90` is typed with a comma or a dot. */
const numberOf = (typed: string) => Number(typed.replace(',', '.'))
const isAmount = (typed: string) => MANATS.test(typed) && numberOf(typed) <= MOST_FREE_FROM

export const Schema = v.object({
  contact_email: email(),
  contact_phoneNumber: phone(),
  contact_whatsapp: phone(),
  freeDeliveryFrom: v.pipe(v.string(), v.trim(), v.minLength(1, says('required')), v.check(isAmount, says('out_of_range'))),
  chat_whatsappUrl: link('wa.me', 'whatsapp.com'),
  chat_telegramUrl: link('t.me', 'telegram.me'),
  social_instagram: link('instagram.com'),
  social_facebook: link('facebook.com'),
  social_tiktok: link('tiktok.com'),
  social_youtube: link('youtube.com'),
  app_androidUrl: link('play.google.com'),
  app_iosUrl: link('apps.apple.com'),
})

export type Values = v.InferInput<typeof Schema>

export const valuesOf = ({ contact, freeDeliveryFrom, chat, social, app }: SiteSettings): Values => ({
  contact_email: contact.email,
  contact_phoneNumber: contact.phoneNumber,
  contact_whatsapp: contact.whatsapp,
  freeDeliveryFrom: String(freeDeliveryFrom / 100).replace('.', ','),
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
  freeDeliveryFrom: Math.round(numberOf(typed.freeDeliveryFrom) * 100),
  chat: { whatsappUrl: typed.chat_whatsappUrl, telegramUrl: typed.chat_telegramUrl },
  social: {
    instagram: typed.social_instagram,
    facebook: typed.social_facebook,
    tiktok: typed.social_tiktok,
    youtube: typed.social_youtube,
  },
  app: { androidUrl: typed.app_androidUrl, iosUrl: typed.app_iosUrl },
})
