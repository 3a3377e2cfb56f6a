# Makes the certificates for TLS between the programs, in a folder of /tls each. Renews them 30 days before they expire; the programs must
# restart afterwards.
set -eu
programs="auth catalog order store notification seo gateway"
folder=${TLS_FOLDER:-/tls}
if openssl x509 -checkend 2592000 -noout -in "$folder/gateway/tls.crt" 2>/dev/null; then exit 0; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 077
openssl ecparam -name prime256v1 -genkey -noout -out "$work/authority.key"
openssl req -x509 -new -key "$work/authority.key" -subj "/CN=Sovqat authority" -days 365 -out "$work/authority.crt" \
    -addext "keyUsage=critical,keyCertSign"
for program in $programs; do
    printf '%s\n' "subjectAltName=DNS:$program,URI:spiffe://sovqat/$program" "keyUsage=critical,digitalSignature" \
        "extendedKeyUsage=serverAuth,clientAuth" "basicConstraints=critical,CA:false" > "$work/extensions"
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/tls.key"
    openssl req -new -key "$work/tls.key" -subj "/CN=$program" -out "$work/request"
    openssl x509 -req -in "$work/request" -CA "$work/authority.crt" -CAkey "$work/authority.key" -days 365 \
        -extfile "$work/extensions" -out "$folder/$program/tls.crt"
    cp "$work/tls.key" "$folder/$program/tls.key"
    cp "$work/authority.crt" "$folder/$program/ca.crt"
    # The user of the images.
    chown 65532 "$folder/$program/tls.key" "$folder/$program/tls.crt" "$folder/$program/ca.crt"
done
