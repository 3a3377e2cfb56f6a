import { CreditCard } from 'lucide-react'
import { useT } from '~shared/i18n/context'

const CARD = 'grid h-9 w-14 place-items-center rounded-md border border-line bg-white text-[#1a1f71]'

/** The marks of the cards that are taken. Their colours are the owners', in both themes. */
export function PaymentCards() {
  const t = useT()
  return (
    <ul aria-label={t('around.footer.cards')} className="flex gap-2">
      <li className={CARD}>
        <span className="sr-only">Visa</span>
        <svg viewBox="0 0 40 14" aria-hidden className="h-3">
          <text x="0" y="13" fontSize="16" fontStyle="italic" fontWeight="700" fill="currentColor" textLength="40">
            VISA
          </text>
        </svg>
      </li>
      <li className={CARD}>
        <span className="sr-only">Mastercard</span>
        <svg viewBox="0 0 32 20" aria-hidden className="h-5">
          <circle cx="11.500" cy="10" r="8.500" fill="#eb001b" />
          <circle cx="20.500" cy="10" r="8.500" fill="#f79e1b" fillOpacity="0.900" />
        </svg>
      </li>
      <li className={CARD}>
        <span className="sr-only">{t('around.footer.localCards')}</span>
        <CreditCard aria-hidden className="size-5" />
      </li>
    </ul>
  )
}
