import type { DeliveryHoliday, DeskZone, NewZoneForm, Schemas } from '~shared/api/types'
import { PROMISES } from './promises'

interface ZoneDeskState {
  zones: DeskZone[]
  holidays: DeliveryHoliday[]
  /** Capacities that staff have set, by slot id. */
  capacities: Record<string, { capacity: number | null; version: number }>
}

/** The number of orders that each window takes. */
const CAPACITY = 60

const titles = (az: string) => ({ az, ru: `${az} (ru)`, en: `${az} (en)` })

/** The places of each zone. City 1 is Baku. City 2 belongs to no zone. */
const PLACES = [[{ cityId: 1 }], [{ cityId: 1, districtId: 12 }]]

const fresh = (): ZoneDeskState => ({
  zones: PROMISES.tariffs.map(({ code, title, fee, freeFrom, minimum, leadDays, cutOff, prepareHours, windows }, index) => ({
    id: index + 1,
    version: 1,
    code,
    title: titles(title),
    fee,
    ...(freeFrom !== undefined && { freeFrom }),
    minimum,
    leadDays,
    cutOff,
    prepareHours,
    places: PLACES[index] ?? [],
    windows: windows.map((window) => ({ ...window, capacity: CAPACITY })),
  })),
  holidays: [{ id: 1, date: '2036-03-20', title: titles('Novruz'), booked: 2 }],
  capacities: {},
})

export const zoneDesk: ZoneDeskState = fresh()
export const resetZoneDesk = () => Object.assign(zoneDesk, fresh())

export const deskZone = (id: unknown) => zoneDesk.zones.find((zone) => String(zone.id) === String(id))

const isSame = (a: Schemas['ZonePlaceForm'], b: Schemas['ZonePlaceForm']) => a.cityId === b.cityId && a.districtId === b.districtId

/** Returns -1 if no place belongs to another zone. */
export const indexOfTakenPlace = ({ places }: Pick<NewZoneForm, 'places'>, id?: number) =>
  places.findIndex((place) => zoneDesk.zones.some((zone) => zone.id !== id && zone.places.some((other) => isSame(place, other))))

export function changeZone(id: number, change: Partial<DeskZone>): DeskZone {
  const existing = deskZone(id)
  if (!existing) throw new Error(`the mock has no zone ${id}`)
  const saved = { ...existing, ...change, version: existing.version + 1 }
  zoneDesk.zones = zoneDesk.zones.map((zone) => (zone.id === id ? saved : zone))
  return saved
}

/** The saved zone takes its places away from other zones. */
export function putZone({ movePlaces: _movePlaces, freeFrom, ...form }: NewZoneForm, existing?: DeskZone): DeskZone {
  const id = existing?.id ?? Math.max(0, ...zoneDesk.zones.map((zone) => zone.id)) + 1
  const code = existing?.code ?? form.title.az.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  const saved: DeskZone = { ...form, ...(freeFrom != null && { freeFrom }), id, code, version: (existing?.version ?? 0) + 1 }
  const others = zoneDesk.zones
    .filter((zone) => zone.id !== id)
    .map((zone) => ({ ...zone, places: zone.places.filter((place) => !form.places.some((moved) => isSame(moved, place))) }))
  zoneDesk.zones = [...others, saved].toSorted((a, b) => a.id - b.id)
  return saved
}
