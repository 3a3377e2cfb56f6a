import account from '../../../locales/az/account.json'
import errors from '../../../locales/az/errors.json'
import forms from '../../../locales/az/forms.json'
import signIn from '../../../locales/az/signIn.json'

export default { account, errors, forms, signIn }
