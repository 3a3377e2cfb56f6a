// Requests about delivery zones: places that are served alike, with a fee, a minimum and delivery windows (hours of the day).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, DeliveryHoliday, HolidayForm, NewZoneForm, ZoneForm } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

const HOLIDAYS_PER_PAGE = '50'

export const zonesQuery = (locale: Locale) => ({ ...get(locale, '/admin/zones'), staleTime: LOADER_FRESH_MS })

export const zoneQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/zones/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

/** Days without delivery from today on, the earliest first. */
export const holidaysQuery = (locale: Locale, cursor?: string) => ({
  ...get(locale, '/admin/delivery-holidays', { query: { cursor, limit: HOLIDAYS_PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export interface PreviewFilter {
  cityId: string
  districtId: string
  /** The time of the order with its offset from UTC, or empty for now. */
  at: string
}

/** The first possible delivery of an order, by the saved zones. */
export const previewQuery = (locale: Locale, { cityId, districtId, at }: PreviewFilter) => ({
  ...get(locale, '/admin/delivery-preview', { query: { cityId, districtId, at } }),
  staleTime: LOADER_FRESH_MS,
  enabled: cityId !== '',
})

type Saved = ApiResponse<'/admin/zones/{id}', 'put'>

export const createZone = (locale: Locale, form: NewZoneForm) =>
  call({ method: 'POST', path: '/admin/zones', locale, body: form }) as Promise<Saved>

export const saveZone = (locale: Locale, id: number, form: ZoneForm) =>
  call({ method: 'PUT', path: `/admin/zones/${id}`, locale, body: form }) as Promise<Saved>

/**
 * Fetches all that depends on zones again, for operators and shoppers. Called after failures, too: another operator may have changed a
 * zone.
 */
export function useRefreshZones() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/zones', '/admin/deliver', '/delivery/', '/promises') })
}

export function useDeleteZone(id: number, onDeleted: () => void) {
  const { locale } = useI18n()
  const refresh = useRefreshZones()
  return useMutation({
    mutationFn: () => call({ method: 'DELETE', path: `/admin/zones/${id}`, locale }),
    onSuccess: onDeleted,
    onSettled: refresh,
  })
}

export const addHoliday = (locale: Locale, form: HolidayForm) =>
  call({ method: 'POST', path: '/admin/delivery-holidays', locale, body: form }) as Promise<ApiResponse<'/admin/delivery-holidays', 'post'>>

export function useRemoveHoliday({ id }: DeliveryHoliday, onRemoved: () => void) {
  const { locale } = useI18n()
  const refresh = useRefreshZones()
  return useMutation({
    mutationFn: () => call({ method: 'DELETE', path: `/admin/delivery-holidays/${id}`, locale }),
    onSuccess: onRemoved,
    onSettled: refresh,
  })
}

/** With null, the window has its usual capacity again. */
export const saveCapacity = (locale: Locale, slotId: string, capacity: number | null, version: number) =>
  call({ method: 'PUT', path: `/admin/delivery-windows/${slotId}`, locale, body: { capacity, version } }) as Promise<
    ApiResponse<'/admin/delivery-windows/{slotId}', 'put'>
  >
