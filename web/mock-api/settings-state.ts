import type { ContactInfo, Seller, SiteSettings } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { CONTACT, SETTINGS } from './content'

interface SettingsState {
  site: SiteSettings
  office: Seller
}

const fresh = (): SettingsState => ({
  site: SETTINGS,
  office: {
    company: CONTACT.company,
    taxNumber: CONTACT.taxNumber,
    address: { az: CONTACT.address, ru: 'Баку, улица Низами 1', en: '1 Nizami Street, Baku' },
    mapUrl: CONTACT.mapUrl,
    hours: CONTACT.hours,
  },
})

export const settings: SettingsState = fresh()
export const resetSettings = () => Object.assign(settings, fresh())

export function contactOf(locale: Locale): ContactInfo {
  const { company, taxNumber, address, mapUrl, hours } = settings.office
  return { ...settings.site.contact, address: address[locale], mapUrl, hours, company, taxNumber }
}
