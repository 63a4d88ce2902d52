"""What boto3 has to find on the store for tests. Ends with one line if all of it is so."""
import datetime
import hashlib
import base64
import os
import urllib.request

import boto3
from botocore.client import Config
from botocore.exceptions import ClientError

s3 = boto3.client(
    "s3",
    endpoint_url=os.environ["ENDPOINT"],
    region_name="us-east-1",
    config=Config(signature_version="s3v4", s3={"addressing_style": "path"}, retries={"max_attempts": 1}),
)


def refused(code, call, **arguments):
    try:
        call(**arguments)
    except ClientError as error:
        assert error.response["Error"]["Code"] == code, (code, error)
        return error.response["ResponseMetadata"]["HTTPStatusCode"]
    raise AssertionError(f"{code} expected")


def in_days(days):
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)


# A plain bucket: overwritten, ranges, lists in pages and by folders, copies, presigned addresses.
s3.create_bucket(Bucket="plain")
for name in ["a/1", "a/2", "b/1", "c", "d \u00e4 + & %"]:
    s3.put_object(Bucket="plain", Key=name, Body=name.encode(), Metadata={"kind": "test"})
pages = s3.get_paginator("list_objects_v2").paginate(Bucket="plain", PaginationConfig={"PageSize": 2})
assert [o["Key"] for page in pages for o in page["Contents"]] == ["a/1", "a/2", "b/1", "c", "d \u00e4 + & %"]
listed = s3.list_objects_v2(Bucket="plain", Delimiter="/")
assert [p["Prefix"] for p in listed["CommonPrefixes"]] == ["a/", "b/"], listed
assert [o["Key"] for o in listed["Contents"]] == ["c", "d \u00e4 + & %"]
pages = s3.get_paginator("list_objects").paginate(Bucket="plain", Delimiter="/", PaginationConfig={"PageSize": 1})
assert [p["Prefix"] for page in pages for p in page.get("CommonPrefixes", [])] == ["a/", "b/"]
assert s3.get_object(Bucket="plain", Key="a/1", Range="bytes=1-2")["Body"].read() == b"/1"
assert s3.get_object(Bucket="plain", Key="a/1", Range="bytes=-1")["Body"].read() == b"1"
assert s3.head_object(Bucket="plain", Key="c")["Metadata"] == {"kind": "test"}
assert refused("InvalidRange", s3.get_object, Bucket="plain", Key="c", Range="bytes=7-") == 416
assert refused("NoSuchKey", s3.get_object, Bucket="plain", Key="none") == 404
assert refused("NoSuchBucket", s3.get_object, Bucket="none", Key="none") == 404
assert refused("304", s3.head_object, Bucket="plain", Key="c", IfNoneMatch=f'"{hashlib.md5(b"c").hexdigest()}"') == 304
address = s3.generate_presigned_url("get_object", Params={"Bucket": "plain", "Key": "d \u00e4 + & %"})
assert urllib.request.urlopen(address).read() == "d \u00e4 + & %".encode()
assert refused("BadDigest", s3.put_object, Bucket="plain", Key="c", Body=b"x", ContentMD5=base64.b64encode(bytes(16)).decode()) == 400
assert refused("ObjectLockConfigurationNotFoundError", s3.get_object_lock_configuration, Bucket="plain") == 404

# Digests.
sha256 = base64.b64encode(hashlib.sha256(b"body").digest()).decode()
s3.put_object(Bucket="plain", Key="digest", Body=b"body", ChecksumAlgorithm="SHA256")
assert s3.head_object(Bucket="plain", Key="digest", ChecksumMode="ENABLED")["ChecksumSHA256"] == sha256
assert "ChecksumSHA256" not in s3.head_object(Bucket="plain", Key="digest")
attributes = s3.get_object_attributes(Bucket="plain", Key="digest", ObjectAttributes=["Checksum", "ObjectSize", "ETag"])
assert attributes["Checksum"]["ChecksumSHA256"] == sha256 and attributes["ObjectSize"] == 4
assert refused("BadDigest", s3.put_object, Bucket="plain", Key="c", Body=b"other", ChecksumSHA256=sha256) == 400

# Parts.
upload = s3.create_multipart_upload(Bucket="plain", Key="parts")["UploadId"]
bodies = [b"a" * 5 * 1024 * 1024, b"b"]
parts = [
    {"PartNumber": n, "ETag": s3.upload_part(Bucket="plain", Key="parts", UploadId=upload, PartNumber=n, Body=body)["ETag"]}
    for n, body in enumerate(bodies, 1)
]
assert refused(
    "InvalidPartOrder", s3.complete_multipart_upload, Bucket="plain", Key="parts", UploadId=upload, MultipartUpload={"Parts": parts[::-1]}
) == 400
assert len(s3.list_parts(Bucket="plain", Key="parts", UploadId=upload)["Parts"]) == 2
s3.complete_multipart_upload(Bucket="plain", Key="parts", UploadId=upload, MultipartUpload={"Parts": parts})
assert s3.get_object(Bucket="plain", Key="parts")["Body"].read() == b"".join(bodies)
assert s3.list_multipart_uploads(Bucket="plain").get("Uploads", []) == []
answer = s3.delete_objects(Bucket="plain", Delete={"Objects": [{"Key": "a/1"}, {"Key": "a/2"}, {"Key": "none"}]})
assert len(answer["Deleted"]) == 3
assert refused("BucketNotEmpty", s3.delete_bucket, Bucket="plain") == 409

# Versions.
s3.create_bucket(Bucket="versions")
s3.put_bucket_versioning(Bucket="versions", VersioningConfiguration={"Status": "Enabled"})
first = s3.put_object(Bucket="versions", Key="k", Body=b"1")["VersionId"]
second = s3.put_object(Bucket="versions", Key="k", Body=b"2")["VersionId"]
marker = s3.delete_object(Bucket="versions", Key="k")
assert marker["DeleteMarker"] is True
assert refused("NoSuchKey", s3.get_object, Bucket="versions", Key="k") == 404
assert refused("MethodNotAllowed", s3.get_object, Bucket="versions", Key="k", VersionId=marker["VersionId"]) == 405
assert s3.get_object(Bucket="versions", Key="k", VersionId=first)["Body"].read() == b"1"
pages = list(s3.get_paginator("list_object_versions").paginate(Bucket="versions", PaginationConfig={"PageSize": 1}))
assert [v["VersionId"] for page in pages for v in page.get("Versions", [])] == [second, first]
assert [m["IsLatest"] for page in pages for m in page.get("DeleteMarkers", [])] == [True]
s3.delete_object(Bucket="versions", Key="k", VersionId=marker["VersionId"])
assert s3.get_object(Bucket="versions", Key="k")["Body"].read() == b"2"

# Locks.
s3.create_bucket(Bucket="locks", ObjectLockEnabledForBucket=True)
lock = dict(Bucket="locks", Key="k", Body=b"locked", ObjectLockMode="GOVERNANCE", ObjectLockRetainUntilDate=in_days(2))
version = s3.put_object(ChecksumAlgorithm="SHA256", **lock)["VersionId"]
one = dict(Bucket="locks", Key="k", VersionId=version)
assert refused("AccessDenied", s3.delete_object, **one) == 403
assert refused("AccessDenied", s3.put_object_retention, Retention={"Mode": "GOVERNANCE", "RetainUntilDate": in_days(1)}, **one) == 403
s3.put_object_retention(Retention={"Mode": "COMPLIANCE", "RetainUntilDate": in_days(3)}, **one)
assert s3.get_object_retention(**one)["Retention"]["Mode"] == "COMPLIANCE"
assert refused("AccessDenied", s3.delete_object, BypassGovernanceRetention=True, **one) == 403
assert refused(
    "AccessDenied", s3.put_object_retention, Retention={"Mode": "GOVERNANCE", "RetainUntilDate": in_days(9)}, BypassGovernanceRetention=True, **one
) == 403
assert s3.head_object(**one)["ObjectLockMode"] == "COMPLIANCE"
rule = {"ObjectLockEnabled": "Enabled", "Rule": {"DefaultRetention": {"Mode": "GOVERNANCE", "Days": 5}}}
s3.put_object_lock_configuration(Bucket="locks", ObjectLockConfiguration=rule)
assert s3.get_object_lock_configuration(Bucket="locks")["ObjectLockConfiguration"]["Rule"] == rule["Rule"]
version = s3.put_object(Bucket="locks", Key="by-default", Body=b"1", ChecksumAlgorithm="SHA256")["VersionId"]
one = dict(Bucket="locks", Key="by-default", VersionId=version)
s3.put_object_legal_hold(LegalHold={"Status": "ON"}, **one)
assert refused("AccessDenied", s3.delete_object, BypassGovernanceRetention=True, **one) == 403
s3.put_object_legal_hold(LegalHold={"Status": "OFF"}, **one)
answer = s3.delete_objects(Bucket="locks", Delete={"Objects": [{"Key": "by-default", "VersionId": version}]})
assert answer["Errors"][0]["Code"] == "AccessDenied"
s3.delete_object(BypassGovernanceRetention=True, **one)
assert refused("NoSuchVersion", s3.get_object, **one) == 404
assert refused("InvalidBucketState", s3.put_bucket_versioning, Bucket="locks", VersioningConfiguration={"Status": "Suspended"}) == 409
print("all as it should be")
