import type { Schemas } from '~shared/api/types'

interface CustomersState {
  all: Schemas['Customer'][]
}

const fresh = (): CustomersState => ({
  all: [
    {
      accountId: 12,
      code: '10472913',
      firstName: 'Nigar',
      lastName: 'Əliyeva',
      phoneNumber: '+994557654321',
      email: 'nigar@example.az',
      emailVerified: true,
      language: 'ru',
      registeredAt: '2026-03-08T10:00:00Z',
      devices: [
        {
          id: 'device-9',
          browser: 'Safari',
          system: 'iOS',
          isCurrent: false,
          signedInAt: '2026-11-02T10:00:00Z',
          lastUsedAt: '2026-11-20T10:00:00Z',
        },
      ],
      isBlogger: false,
      roles: ['store_owner@1'],
    },
    {
      accountId: 13,
      code: '20583724',
      firstName: 'Orxan',
      lastName: 'Vəliyev',
      phoneNumber: '+994501112244',
      emailVerified: false,
      language: 'az',
      registeredAt: '2026-05-01T10:00:00Z',
      block: { at: '2026-11-19T09:30:00Z', blockedBy: 7, reason: 'Saxta sifarişlər' },
      devices: [],
      isBlogger: true,
      roles: [],
    },
  ],
})

export const customers: CustomersState = fresh()
export const resetCustomers = () => Object.assign(customers, fresh())
