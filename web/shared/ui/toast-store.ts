// Short messages over the page that disappear by themselves.

import { create } from 'zustand'

interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  tone: 'plain' | 'good' | 'bad'
  text: string
  action?: ToastAction
  duration: number
}

const DURATION_MS = 5000
const MAX_SHOWN = 3

interface Toasts {
  toasts: Toast[]
  show: (toast: Omit<Toast, 'id' | 'duration'> & { duration?: number }) => void
  dismiss: (id: number) => void
}

let lastId = 0

export const useToasts = create<Toasts>((set) => ({
  toasts: [],
  show: (toast) => {
    lastId += 1
    const added = { duration: DURATION_MS, ...toast, id: lastId }
    // The new toast replaces one with the same text.
    const isOther = ({ tone, text }: Toast) => tone !== added.tone || text !== added.text
    set(({ toasts }) => ({ toasts: [...toasts.filter(isOther), added].slice(-MAX_SHOWN) }))
  },
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}))

export const toast = {
  plain: (text: string, action?: ToastAction) => useToasts.getState().show({ tone: 'plain', text, ...(action && { action }) }),
  good: (text: string, options: { action?: ToastAction; duration?: number } = {}) =>
    useToasts.getState().show({ tone: 'good', text, ...options }),
  bad: (text: string) => useToasts.getState().show({ tone: 'bad', text }),
}
