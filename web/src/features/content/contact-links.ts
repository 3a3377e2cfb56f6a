// Links to the shop's chats, social networks and apps, from the settings that staff edit.

import type { Schemas } from '~shared/api/types'

export const chatLink = (whatsapp: string) => `https://wa.me/${whatsapp.replace(/\D/g, '')}`

type Settings = Schemas['SiteSettings']

export interface ContactLink {
  name: string
  href: string
}

const withAddress = (links: ContactLink[]) => links.filter(({ href }) => href !== '')

/** The links to chats. Without a configured link, WhatsApp is reached by the phone number. */
export const chatLinks = ({ chat, contact }: Settings): ContactLink[] =>
  withAddress([
    { name: 'WhatsApp', href: chat.whatsappUrl || (contact.whatsapp && chatLink(contact.whatsapp)) },
    { name: 'Telegram', href: chat.telegramUrl },
  ])

export const socialLinks = ({ social }: Settings): ContactLink[] =>
  withAddress([
    { name: 'Instagram', href: social.instagram },
    { name: 'Facebook', href: social.facebook },
    { name: 'TikTok', href: social.tiktok },
    { name: 'YouTube', href: social.youtube },
  ])

export const appStoreLinks = ({ app }: Settings): ContactLink[] =>
  withAddress([
    { name: 'Google Play', href: app.androidUrl },
    { name: 'App Store', href: app.iosUrl },
  ])
