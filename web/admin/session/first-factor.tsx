import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCopy } from '~admin/lib/copy'
import type { Schemas } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { createPasskey, passkeysAreSupported } from '~shared/lib/webauthn'
import { Button } from '~shared/ui/button'
import { CodeProof, PasskeyButton, type ProofProps } from './factor-form'

/** Sets up the second factor of an account that has none: an authenticator app, confirmed by a code, or a passkey. */
export function FirstFactorForm({
  firstFactor,
  beside,
  ...proof
}: ProofProps & { firstFactor: Schemas['FirstFactor']; beside: ReactNode }) {
  const t = useT()
  return (
    <div className="grid gap-8">
      <section aria-labelledby="set-up-app" className="grid gap-5">
        <h2 id="set-up-app" className="text-xl">
          {t('adminStaff.setUp.app')}
        </h2>
        <TotpSecretView secret={firstFactor.totp} />
        <CodeProof kind="totp" takesFocus={false} {...proof} />
      </section>
      {passkeysAreSupported() && (
        <section aria-labelledby="set-up-passkey" className="grid gap-4 border-t border-line pt-6">
          <h2 id="set-up-passkey" className="text-xl">
            {t('adminStaff.setUp.passkey')}
          </h2>
          <p className="text-muted">{t('adminStaff.setUp.passkeyText')}</p>
          <PasskeyButton
            label={t('adminStaff.setUp.createPasskey')}
            look="secondary"
            ask={() => createPasskey(firstFactor.passkeyOptions)}
            {...proof}
          />
        </section>
      )}
      <div>{beside}</div>
    </div>
  )
}

/** An image with a `data:` address runs no scripts and loads nothing, whatever the SVG contains. */
const imageAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** How many characters of the secret are shown together. */
const GROUP = 4
const inGroups = (secret: string) => secret.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join(' ') ?? secret

/** The secret of an authenticator app: to scan, to open on the same device, or to type. */
export function TotpSecretView({ secret: { secret, url, qrSvg } }: { secret: Schemas['TotpSecret'] }) {
  const t = useT()
  const copy = useCopy()
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('adminStaff.setUp.appText')}</p>
      {/* The code is dark on white in both themes, so that every camera reads it. */}
      <img
        src={imageAddress(qrSvg)}
        alt={t('adminStaff.setUp.qr')}
        width={208}
        height={208}
        className="size-52 rounded-lg border border-line bg-white p-2"
      />
      <p>
        <a href={url} className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
          {t('adminStaff.setUp.openApp')}
        </a>
      </p>
      <div className="grid gap-2">
        <p className="text-sm text-muted">{t('adminStaff.setUp.secret')}</p>
        <p className="rounded-lg bg-sunken px-4 py-3 font-mono wrap-anywhere select-all">{inGroups(secret)}</p>
        <div>
          <Button look="secondary" onClick={() => void copy(secret)}>
            <Copy aria-hidden className="size-4.5" />
            {t('adminStaff.setUp.copySecret')}
          </Button>
        </div>
      </div>
    </div>
  )
}
