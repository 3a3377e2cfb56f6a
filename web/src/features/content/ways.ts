import type { Schemas } from '~shared/api/types'

export const chatLink = (whatsapp: string) => `https://wa.me/${whatsapp.replace(/\D/g, '')}`

type Settings = Schemas['SiteSettings']

export interface Way {
  name: string
  href: string
}

const given = (ways: Way[]) => ways.filter(({ href }) => href !== '')

/** Returns the chat services of the shop. Without a link of its own, WhatsApp is reached by the phone number. */
export const chats = ({ chat, contact }: Settings): Way[] =>
  given([
    { name: 'WhatsApp', href: chat.whatsappUrl || (contact.whatsapp && chatLink(contact.whatsapp)) },
    { name: 'Telegram', href: chat.telegramUrl },
  ])

export const networks = ({ social }: Settings): Way[] =>
  given([
    { name: 'Instagram', href: social.instagram },
    { name: 'Facebook', href: social.facebook },
    { name: 'TikTok', href: social.tiktok },
    { name: 'YouTube', href: social.youtube },
  ])

export const apps = ({ app }: Settings): Way[] =>
  given([
    { name: 'Google Play', href: app.androidUrl },
    { name: 'App Store', href: app.iosUrl },
  ])
